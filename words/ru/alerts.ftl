### По предложению на каждый вид сигнала. `$squares`, `$missing`, `$extra`, `$required`, `$candidates` —
### списки текстом, пустые — none; `$move` и `$stood` — ходы текстом, `$touched` — фигуры.
### `$advised` — none, если редакция ничего не предписывает.

alert-touch-move = { side.Nom } тронули { $touched }, затем сделали ход { $move }.
touched-piece = { $owner ->
    [other] { piece.acc } соперника на { $square }
   *[own] { piece.acc } на { $square }
}
touched-and = { $others } и { $last }
alert-castling-rook-first = { side.Nom } сделали рокировку { $number }-м ходом, и ладья сошла со своего поля раньше короля.
alert-move-retracted = { side.Nom } уже поставили фигуру ({ $stood }), затем сделали ход { $move }.
alert-illegal-move = { $count ->
    [0] Невозможный ход { side.gen } { $move }, исправленный до нажатия часов: { $why }.
   *[other] Невозможный ход { side.gen } { $move } ({ times } в партии): { $why }.
}
alert-pressed-without-move = { side.Nom } нажали часы, не сделав хода.
alert-pressed-early = { side.Nom } нажали часы, не закончив ход { $move }.
alert-two-hands = Две фигуры { side.gen } передвинуты почти одновременно ({ $squares }): возможно, двумя руками.
alert-promotion-unverified = Пешка { side.gen } достигла последней горизонтали ({ $squares }); замены на новую фигуру не видно.
alert-clock-not-pressed = { side.Nom } сделали ход, но не нажали часы.
alert-moved-before-press = { side.Other } ответили до того, как { side } нажали часы.
alert-wrong-clock-running = Идут часы игрока, чья очередь хода не наступила.
alert-clock-stopped = { $by ->
    [white] Белые остановили часы и зовут арбитра.
    [black] Чёрные остановили часы и зовут арбитра.
   *[none] Игрок остановил часы и зовёт арбитра.
}
alert-out-of-turn = { side.Nom } сделали ход не в свою очередь: { $move }.
alert-touched-out-of-turn = { side.Nom } тронули фигуру не в свою очередь хода ({ $squares }), { times } раз.
alert-displaced = Фигуры стоят не на своих местах. { differs }
alert-wrong-start = Часы пущены при неправильной начальной позиции. { differs }
differs = { $missing ->
    [none] { $extra ->
        [none] На доске не та позиция.
       *[some] Должно быть пусто: { $extra }.
    }
   *[some] { $extra ->
        [none] Пусто: { $missing }.
       *[some] Пусто: { $missing }; должно быть пусто: { $extra }.
    }
}
alert-board-rotated = Доска установлена неправильно: угловое поле справа от игроков чёрное.
alert-board-turned = Доска повёрнута на 180° относительно проводки; она читается с учётом этого.
alert-army-at-far-end = Белые фигуры стоят на дальней стороне: доска повёрнута или игроки сидят не на своих местах.
alert-flag-fall = { $result ->
    [open] У { side.gen } упал флажок; проверяется, могут ли { side.other } ещё поставить мат.
    [half] У { side.gen } упал флажок, и { side.other } не могут поставить мат никакой серией возможных ходов.
   *[lost] У { side.gen } упал флажок.
}
alert-both-flags = Упали оба флажка; какой упал первым, неизвестно.
alert-game-seems-over = Партия, по-видимому, окончена, но результат не внесён.
alert-plays-on = Игроки продолжают, хотя партия окончена: { $why }.
alert-ambiguous-move = Увиденное на доске объясняют несколько ходов: { $candidates }.
alert-threefold-claimable = { side.Nom } вправе потребовать ничью: позиция возникла в { times } раз.
alert-fifty-moves-claimable = { side.Nom } вправе потребовать ничью: пятьдесят ходов без взятий и ходов пешками.
alert-claimed-move-not-played = После неправильного требования { side } были обязаны сыграть { $required }; сделан другой ход.
alert-repeated-offers = { side.Nom } предложили ничью три раза, соперник — ни разу.
alert-quickplay-finish = { $ruling ->
    [asked] { side.Nom } требуют ничью в быстрой игре до конца партии; решает арбитр.
    [postponed] { side.Nom } требовали ничью в быстрой игре до конца партии; решение отложено.
   *[none] У { side.gen } мало времени в последнем периоде: быстрая игра до конца партии.
}
alert-time-trouble = У { side.gen } цейтнот.
alert-recording-waived = { $severity ->
    [attention] Записи могут не вести оба игрока: у обоих мало времени. Нужен тот, кто запишет за них.
   *[info] { side.Nom } могут больше не вести запись: времени мало, добавления на ход недостаточно.
}
alert-late = { side.Nom } ещё не появились у доски, допустимое время опоздания истекло.
alert-illegal-position = { $advised ->
    [none] Невозможная позиция: оба короля под шахом или пешка стоит на последней горизонтали. Ждать, пока не будет завершён следующий ход.
   *[some] Позиция всё ещё невозможная: оба короля под шахом или пешка стоит на последней горизонтали.
}
alert-clock-setting = { $flaw ->
    [time] Часы { side.gen } показывают { $shown }, а по контролю времени должно быть { $expected }.
    [increment] За ход на часы { side.gen } добавлено не столько, сколько положено: на них { $shown }, а не { $expected }.
   *[added_time] На часы { side.gen } не добавлено время следующего периода: на них { $shown }, а не { $expected }.
}
alert-clock-fault = На часы нельзя положиться: { $why }.
alert-sensor-fault = { $squares ->
    [none] На датчики нельзя положиться: { $why }.
   *[some] На датчики полей { $squares } нельзя положиться: { $why }.
}

## Названия видов, для заголовков и списков

kind-touch-move = Тронутая фигура
kind-castling-rook-first = Рокировка начата ладьёй
kind-move-retracted = Ход взят назад
kind-illegal-move = Невозможный ход
kind-pressed-without-move = Нажатие без хода
kind-pressed-early = Раннее нажатие
kind-two-hands = Двумя руками
kind-promotion-unverified = Превращение
kind-clock-not-pressed = Часы не нажаты
kind-moved-before-press = Ответ до нажатия
kind-wrong-clock-running = Идут не те часы
kind-clock-stopped = Часы остановлены
kind-out-of-turn = Не в свою очередь
kind-touched-out-of-turn = Касание не в свою очередь
kind-displaced = Фигуры не на местах
kind-wrong-start = Неправильная начальная позиция
kind-board-rotated = Доска установлена неправильно
kind-board-turned = Доска повёрнута
kind-army-at-far-end = Стороны перепутаны
kind-flag-fall = Падение флажка
kind-both-flags = Оба флажка
kind-game-seems-over = Партия окончена?
kind-plays-on = Игра продолжается
kind-ambiguous-move = Неясный ход
kind-threefold-claimable = Одинаковая позиция в третий раз
kind-fifty-moves-claimable = Пятьдесят ходов
kind-claimed-move-not-played = Заявленный ход не сделан
kind-repeated-offers = Повторные предложения ничьей
kind-quickplay-finish = Быстрая игра до конца
kind-time-trouble = Цейтнот
kind-recording-waived = Запись не обязательна
kind-late = Нет у доски
kind-illegal-position = Невозможная позиция
kind-clock-setting = Установка часов
kind-clock-fault = Неисправность часов
kind-sensor-fault = Неисправность датчиков
