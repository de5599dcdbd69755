### Слова, из которых сложены предложения.
### `$number` и `$count` передаются как порядковые числа, `$side` — white, black или none,
### `$piece` — строчная буква FEN или none; `$several` — one или more, о статьях.

side = { $side ->
    [white] белые
    [black] чёрные
   *[none] игроки
}
    .Nom = { $side ->
    [white] Белые
    [black] Чёрные
   *[none] Игроки
}
    .gen = { $side ->
    [white] белых
    [black] чёрных
   *[none] игроков
}
    .acc = { $side ->
    [white] белых
    [black] чёрных
   *[none] игроков
}
    .dat = { $side ->
    [white] белым
    [black] чёрным
   *[none] игрокам
}
    .Other = { $side ->
    [white] Чёрные
    [black] Белые
   *[none] Соперник
}
    .other = { $side ->
    [white] чёрные
    [black] белые
   *[none] соперник
}

piece = { $piece ->
    [p] пешка
    [n] конь
    [b] слон
    [r] ладья
    [q] ферзь
    [k] король
   *[none] фигура
}
    .Nom = { $piece ->
    [p] Пешка
    [n] Конь
    [b] Слон
    [r] Ладья
    [q] Ферзь
    [k] Король
   *[none] Фигура
}
    .acc = { $piece ->
    [p] пешку
    [n] коня
    [b] слона
    [r] ладью
    [q] ферзя
    [k] короля
   *[none] фигуру
}

ordinal = { $number }-й
times = { $count }-й

## Статьи и редакции

article = { $several ->
    [more] Статьи
   *[one] Статья
} { $article }
article-penalty = { article }, наказание по { $penalty }
article-borrowed = { $article } ({ edition })
article-none = Без статьи

edition = { $rules ->
    [ru-2009] Правила вида спорта «шахматы», редакция 2009 г.
    [ru-2018] Правила вида спорта «шахматы», редакция 2018 г.
    [fide-2005] Правила ФИДЕ, редакция 2005 г.
    [fide-2023] Правила ФИДЕ, редакция 2023 г.
   *[other] { $rules }
}

play = { $play ->
    [rapid] быстрые шахматы
    [blitz] блиц
   *[standard] классические шахматы
}
supervision = { supervision-article }: { $supervision ->
    [limited] недостаточный надзор
   *[full] достаточный надзор
}
supervision-article = { $supervision ->
    [limited] { $rules ->
        [ru-2018] 13.4
       *[other] { $play ->
            [blitz] В.3
           *[rapid] А.5
        }
    }
   *[full] { $rules ->
        [ru-2018] 13.3
       *[other] { $play ->
            [blitz] В.2
           *[rapid] А.4
        }
    }
}
time-control-none = без контроля времени
