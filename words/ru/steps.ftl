### Что сделает решение: для кнопок и для записи.

step-add-time = { side.dat } { $time }
step-reinstate = восстановить позицию перед { $number }-м ходом { side.gen }
step-lose = засчитать { side.dat } поражение
step-draw = ничья
step-promote = заменить пешку на { piece.acc }
step-warn = предупредить { side.acc }
step-oblige = { $required ->
    [none] { side } ходят свободно
   *[some] { side } обязаны сыграть { $required }
}
step-pause = остановить часы
step-new-game = требуется новая партия
step-accept-board = продолжить с того, что стоит на доске

obligation-must = { side.Nom } обязаны сыграть { $required }
obligation-touched = тронуто: { $squares }
