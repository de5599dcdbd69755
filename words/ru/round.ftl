### Страница тура.

round-page = Тур
no-round = Тур ещё не подготовлен.
round-of = { $event }, тур { $round }
rounds-until-now = Все туры
download-pgn = Партии тура

count-ready = Готовы { $ready } из { $count }
count-in-play = Играют: { $count }
count-with-result = Закончили: { $count }
count-not-ready = { $count ->
    [one] { $count } стол не готов
    [few] { $count } стола не готовы
   *[other] { $count } столов не готовы
}

standing-no-board = Здесь нет доски
standing-away = Доски нет на связи
standing-other-game = На доске другая партия: { $white } – { $black }
standing-setting-up = Расставляют фигуры
standing-ready = Готов
standing-playing = Играют
standing-over = Партия окончена
pairing-not-taken = Доска не приняла жеребьёвку.
boards-without-pairing = Доски без пары: { $tables }

start-all = Пустить часы на готовых столах
stop-all = Остановить все часы
resume-all = Снова пустить часы
sure-start = Пустить часы белых? { $count ->
    [one] { $count } стол
    [few] { $count } стола
   *[other] { $count } столов
}
sure-stop = Остановить часы во всём зале?
sure-resume = Снова пустить часы? { $count ->
    [one] { $count } стол
    [few] { $count } стола
   *[other] { $count } столов
}
yes-do-it = Да
no-leave-it = Нет
carried-out = Выполнено: { $count ->
    [one] { $count } стол
    [few] { $count } стола
   *[other] { $count } столов
}.
not-carried-out = Не выполнено:
hall-unreachable = Зал не отвечает. Посмотрите на столы.

prepare-round = Подготовить тур
pairs-file = Файл с парами (таблица или партии)
pairs-file-hint = Столбцы: стол, белые, чёрные; также звание, рейтинг, код ФИДЕ, группа.
tag-event = Турнир
tag-round = Тур
tag-date = Дата
terms-rules = Правила
terms-play = Вид игры
play-standard = Классика
play-rapid = Быстрые шахматы
play-blitz = Блиц
terms-supervision = Надзор
supervision-full = Турнирные правила действуют
supervision-limited = Турнирные правила не действуют
terms-time-control = Контроль времени, как в записи партий
understood = { $count ->
    [one] Прочитана { $count } пара
    [few] Прочитаны { $count } пары
   *[other] Прочитано { $count } пар
}
columns-ignored = Не используется: { $columns }
tables-without-board = Нет доски за столами: { $tables }
byes = Без соперника: { $players }
wrong-in-file = { $count ->
    [one] { $count } ошибка
    [few] { $count } ошибки
   *[other] { $count } ошибок
}
place-line = Строка { $line }
place-line-column = Строка { $line }, столбец { $column }
prepare-now = Подготовить этот тур
file-not-read = Не удалось отправить файл.

mistake-no-pairs = В файле нет ни одной пары.
mistake-no-column = Нет столбца с заголовком { $heading }.
mistake-column-twice = { $heading }: то же стоит в столбце { $first }.
mistake-more-values = Значений больше, чем заголовков ({ $headings }). Имя с запятой надо взять в кавычки.
mistake-tags = Заголовки этой партии не читаются.
mistake-no-players = Не назван ни один игрок.
mistake-own-opponent = { $player } играет сам с собой.
mistake-player-twice = { $player } уже стоит в паре в строке { $first }.
mistake-table-twice = Стол { $table } уже назван в строке { $first }.
mistake-not-a-number = { $heading }: «{ $text }» – недопустимое число.
mistake-line-break = { $heading }: значение не кончается в своей строке. Не забыта ли кавычка?
mistake-too-long = { $heading }: больше { $most } знаков.
mistake-time-controls = Контроль времени { $text }, а в строке { $first } другой.
mistake-too-many = Больше { $most } столов.
mistake-not-a-tag = { $name } не может быть названием заголовка.
mistake-terms = { $key ->
    [rules] Таких правил нет.
    [play] В этих правилах нет такого вида игры.
    [supervision] В классических шахматах турнирные правила действуют всегда.
    [time_control] Контроль времени не читается или не подходит к виду игры.
   *[other] По таким правилам играть нельзя.
}
mistake-position = С этой позиции партия начаться не может.
