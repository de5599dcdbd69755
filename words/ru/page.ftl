### Страница арбитра.

hall-title = Игровой зал
language = Язык
all-tables = Все столы
tables = Столы
table = Стол
table-name = Стол { $table }
calls = Вызовы
round = Тур { $round }

live = На связи
connecting = Соединение…
silent-since = Нет данных с { $time }

count-calls = { $count ->
    [0] Вызовов нет
    [one] Зовёт { $count } стол
    [few] Зовут { $count } стола
   *[many] Зовут { $count } столов
}
count-playing = Играют: { $count }
count-waiting = Не начали: { $count }
count-over = Окончено: { $count }

severity-decision = Требуется решение
severity-attention = Стоит посмотреть
severity-info = К сведению
notices = К сведению: { $count }
for-technician = Для техника
hands-off = Игроку не говорить
still-open = открыт
missed-at = Пропущено, в { $time }
count-missed = { $count ->
    [one] Пропущено за { $count } столом
   *[other] Пропущено за { $count } столами
}
away = Нет связи
away-and-old = Нет связи с доской: показано старое
count-away = { $count ->
    [one] Нет связи с { $count } доской
   *[other] Нет связи с { $count } досками
}

ago-seconds = { $count ->
    [0] только что
   *[other] { $count } с назад
}
ago-minutes = { $count } мин назад
ago-hours = { $count } ч назад

log = Журнал сигналов: { $count }

phase-setup = Расстановка
phase-ready = Готово
phase-playing = Идёт партия
phase-over = Партия окончена
not-saved-slow = Не записано: диск не отвечает
not-saved-full = Не записано: диск полон
not-saved-read-only = Не записано: диск только для чтения
not-saved-fails = Не записано: сбой диска
to-move-white = Ход белых
to-move-black = Ход чёрных

no-such-table = Такого стола нет.
board-of-table = Доска стола { $table }
turn-board = Повернуть доску
stands-nothing = Пусто: { $squares }
stands-something = Должно быть пусто: { $squares }
stands-wrong-colour = Фигура не того цвета: { $squares }

no-action = Без последствий
quickplay-refuse = Отклонить требование
quickplay-postpone = Отложить решение
still-playing = Игра продолжается
nobody-punished = Никто не наказывается
order-sent = Выполняется…
order-refused = Не выполнено.

evidence-move = Ход
evidence-stood = Стояло до того
evidence-required = Обязан сыграть
evidence-candidates = Возможные ходы
evidence-squares = Поля
evidence-touched = Тронуто
evidence-at = Стало известно
touched-and-back = { piece } { $square }, поднятие в { $at } на { $lifted } с
touched-for-good = { piece } { $square }, поднятие в { $at }

result = Результат
result-and-clocks = Результат и часы
enter-black-resigns = чёрные сдались
enter-white-resigns = белые сдались
enter-agreed = по соглашению
enter-black-absent = неявка чёрных
enter-white-absent = неявка белых
enter-both-absent = неявка обоих
other-results = Другие результаты
kings-in-the-centre = Короли в центре:
reopen = Возобновить партию
last-order = Последняя команда
ordered-by = решил: { $by }
undo = Отменить
decided-by = Решение принято: { $name }, { $time }.
sign-in = Войти
sign-out = Выйти
set-up = Настроить зал
set-up-code = Код настройки, показанный при подготовке зала
user-name = Имя
password = Пароль
rejected-wrong = Неверно.
rejected-often = Слишком много попыток. Подождите немного.
rejected-unfit = В имени от 1 до 60 знаков, в пароле не меньше 8.
rejected-taken = Это имя занято.
rejected-unreachable = Зал не отвечает.

your-name = Имя арбитра, для записи
board-and-players = Доска и игроки
do-accept-board = Продолжить с того, что стоит на доске
do-flip = Доска повёрнута на 180°
do-swap-colours = Игроки сидят не тем цветом
start-clocks = Пустить часы белых
pause-clocks = Остановить часы
resume-white = Пустить часы белых снова
resume-black = Пустить часы чёрных снова

moves = { $count ->
    [0] Ходов ещё нет
    [one] { $count } ход
    [few] { $count } хода
   *[many] { $count } ходов
}
goes-on-from-here = Запись продолжается с другой позиции
move-number = Ход
move-unsure = Пока не точно: подходят и другие ходы
move-inferred = Сделан, пока доска была выключена; восстановлен по положению фигур
touches = Касания
earlier-touches = { $count ->
    [one] Ещё { $count } касание
    [few] Ещё { $count } касания
   *[many] Ещё { $count } касаний
}
past-alerts = { $count ->
    [one] { $count } решённый сигнал
    [few] { $count } решённых сигнала
   *[many] { $count } решённых сигналов
}
