### Почему ход невозможен, почему партия окончена, почему что-то отменено, снято или не выполнено.

## Почему ход невозможен

illegal-piece-movement = { piece } так не ходит
illegal-path-blocked = { piece } не перепрыгивает через фигуры
illegal-own-piece-captured = там стояла фигура этого же игрока
illegal-king-left-in-check = король остаётся под шахом
illegal-castling-right-lost = король или ладья уже ходили
illegal-castling-blocked = на пути стоят фигуры
illegal-castling-through-check = король проходит через битое поле
illegal-castling-in-check = рокировка невозможна, король под шахом
illegal-castling-wrong-square = король или ладья поставлены не на поле рокировки
illegal-king-captured = взятие короля запрещено
illegal-no-en-passant = нет пешки, которую можно взять на проходе
illegal-pawn-not-promoted = пешка на последней горизонтали не заменена
hint-swapped-pieces = Фигура пошла как соседняя: возможно, в начальной позиции их переставили.

## Почему партия окончена

reason-checkmate = мат
reason-stalemate = пат
reason-dead-position = «мёртвая» позиция
reason-fivefold-repetition = позиция возникла в пятый раз
reason-seventy-five-moves = 75 ходов без взятий и ходов пешками
reason-threefold-repetition = троекратное повторение позиции
reason-fifty-moves = пятьдесят ходов без взятий и ходов пешками
reason-resignation = сдача
reason-agreement = по соглашению
reason-flag-fall = падение флажка
reason-illegal-moves = невозможные ходы
reason-forfeit = неявка
reason-quickplay-finish = быстрая игра до конца партии
reason-conduct = поведение
reason-arbiter = решение арбитра

## Результаты

result-white-wins = Победа белых
result-black-wins = Победа чёрных
result-draw = Ничья
result-both-lose = Поражение обоих
result-half-to-white = Пол-очка белым, ноль чёрным
result-half-to-black = Ноль белым, пол-очка чёрным
result-open = Без результата

## Почему сигнал снят

cleared-restored = восстановлено на доске
cleared-applied = применено
cleared-dismissed = без последствий
cleared-moot = больше не имеет значения
cleared-mended = датчики снова читаются

## Почему ходы отменены

withdrawn-hand = игрок вернул фигуру
withdrawn-reinstate = позиция восстановлена
withdrawn-set-position = позиция установлена арбитром
withdrawn-accept-board = принята позиция на доске
withdrawn-flip = доска читается с другой стороны
withdrawn-correct = ход исправлен арбитром
withdrawn-undo = арбитр отменил своё решение

## Неисправности датчиков и часов

fault-stuck = поле всегда читается занятым
fault-dead = поле всегда читается пустым
fault-chattering = показание поля мигает
fault-bus = шина не отвечает
fault-ghost = поле читается занятым, хотя на нём ничего не может стоять
fault-stale = показания давно не поступают
fault-chain = цепочка сдвиговых регистров разорвана или отключена
fault-expander = микросхема входов не отвечает
fault-drift = уровень покоя поля сместился; нужна новая калибровка
fault-lever = оба контакта рычага часов замкнуты или оба разомкнуты
fault-undervoltage = напряжение питания слишком низкое
fault-serial = последовательный порт молчит или передаёт с ошибками
fault-overflow = показания поступали быстрее, чем их удавалось обработать; часть потеряна
fault-unexplained = показания восстановились, но то, что теперь стоит на доске, не объясняется возможными ходами
fault-contradiction = нажатия противоречат друг другу
fault-jump = показания скачут
fault-restarted = программа доски перезапущена; часы ждут арбитра
fault-program-error = ошибка программы; последнее показание пропущено
fault-other = сообщается о неисправности

## Почему команда не выполнена

refused-not-his-move = Сейчас не его ход.
refused-nothing-stands-there = Там ничего не стоит.
refused-no-such-move = Такого возможного хода нет.
refused-game-not-over = Партия не окончена.
refused-already-started = Партия уже началась.
refused-not-started = Партия не началась.
refused-game-over = Партия окончена.
refused-already-running = Часы уже идут.
refused-changed = Положение изменилось, посмотрите ещё раз.
refused-already-decided = Решение уже принято.
refused-already-claimed = Требование уже заявлено; примите по нему решение.
refused-no-such-alert = Такого сигнала нет.
refused-no-such-choice = Такого варианта нет.
refused-no-such-piece = Такой фигуры нет.
refused-no-promotion = Превращения пешки там не было.
refused-result-unknown = Ещё неизвестно, мог ли соперник поставить мат: выберите исход или подождите.
refused-position-unknown = Позиция известна недостаточно точно.
refused-no-result = Такого результата нет.
refused-agreement-too-early = Без согласия арбитра на ничью соглашаться ещё рано.
refused-no-such-ply = Такого хода нет.
refused-not-a-fen = Позиция записана неверно.
refused-not-a-position = Такая позиция невозможна.
refused-no-possible-position = Ни одна позиция партии не подходит к тому, что стоит на доске.
refused-later-moves-illegal = Последующие ходы стали бы невозможными.
refused-time-missing = Не указано время.
refused-no-clock = За этим столом нет часов.
refused-nothing-to-undo = Отменять нечего.
refused-play-went-on = Игра продолжилась, отменить уже нельзя.
refused-not-a-move = Ход записан неверно.
refused-illegal-move = Этот ход невозможен.
refused-other-game = На этой доске уже идёт другая партия.
refused-bad-terms = По таким правилам доска играть не может.
refused-game-on = На этой доске идёт партия.
refused-not-saved = Диск доски не принял запись.
refused-unreachable = Доска недоступна.
refused-late = Доска не ответила; команда ещё может быть выполнена.
refused-other = Доска не выполнила команду.
