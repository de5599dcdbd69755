### Ход партии, по строке на каждое событие: для журнала и для текстового воспроизведения.

event-setup = { $missing ->
    [none] { $extra ->
        [none] Фигуры расставляются.
       *[some] Расстановка: должно быть пусто: { $extra }.
    }
   *[some] { $extra ->
        [none] Расстановка: пусто: { $missing }.
       *[some] Расстановка: пусто: { $missing }; должно быть пусто: { $extra }.
    }
}
event-ready = Доска готова.
event-started = Партия началась.
event-touch = { side.Nom } тронули { piece.acc } на { $square }.
event-touch-returned = { piece.Nom } с { $square }: возвращение на { $returned } через { $time } с.
event-obligation = { side.Nom } обязаны сыграть { $required }.
event-obligation-free = { side.Nom } ходят свободно.
event-move-made = Сделан { ordinal } ход { side.gen }: { $move }.
event-move-changed = { ordinal } ход { side.gen }: { $move }, а не { $was }.
event-move-completed = Завершён { ordinal } ход { side.gen }: { $move }.
event-moves-withdrawn = Ходы отменены, начиная с { $number }-го хода { side.gen }: { $why }.
event-leg = Запись продолжается с другой позиции после { $number }-го хода { side.gen }.
event-promotion = { $seen ->
    [swapped] { side.Nom } превратили пешку: замена видна.
   *[assumed] { side.Nom } превратили пешку: замены не видно, считается { piece }.
}
event-draw-offer = { $state ->
    [lapsed] Предложение ничьей { side.gen } утратило силу.
   *[made] { side.Nom } предлагают ничью.
}
event-clock = Часы: белые { $white }, чёрные { $black }; { $running ->
    [white] идут часы белых.
    [black] идут часы чёрных.
   *[none] стоят.
}
event-alert = { $sentence } { $articles }
event-alert-cleared = Снято: { $what }, { $why }.
event-claim = Заявление { side.gen }: { claim }. { $answer ->
    [right] Заявление правильное.
    [wrong] Заявление неправильное.
    [not_entitled] Сейчас права на заявление нет.
   *[unknown] { $claim ->
        [quickplay_finish] Решает арбитр.
       *[other] Датчики не могут этого показать.
    }
}
claim = { $claim ->
    [threefold] одинаковая позиция в третий раз
    [fifty_moves] пятьдесят ходов
    [quickplay_finish] быстрая игра до конца партии
    [illegal_move] невозможный ход
    [touch_move] тронутая фигура
   *[flag] падение флажка
}
event-result-signalled = Короли в центре: { $result }.
event-game-over = Партия окончена. { $result }: { $why }.
event-reopened = Партия возобновлена.
event-resumed = { $gap ->
    [none] Программа доски снова работает; сколько её не было, неизвестно.
   *[known] Программа доски снова работает, перерыв { $gap } с.
}
event-done = Выполнено: { order }.
event-refused = Не выполнено. { $why }
order = { $order ->
    [start] пущены часы белых
    [pause] часы остановлены
    [resume] часы снова идут
    [decide] решение
    [claim] заявление
    [draw_offer] предложение ничьей
    [result] результат
    [reopen] партия возобновлена
    [reinstate] позиция восстановлена
    [set_position] позиция установлена
    [accept_board] принята позиция на доске
    [correct] ход исправлен
    [flip] доска читается с другой стороны
    [swap_colours] партия начата не тем цветом
    [oblige] обязательство
    [penalty] наказание
    [add_time] время изменено
    [set_clock] часы установлены
    [present] игрок на месте
    [note] примечание
    [record_shown] запись показана
    [next_game] следующая партия
    [abandon] партия прекращена
   *[undo] последняя команда отменена
}
