### Часы: на экране у доски и на странице арбитра.

white-player = Белые
black-player = Чёрные
clocks-stopped = Часы остановлены
clock-of-table = Часы стола { $table }
clock-running = Идут
clock-flag = Флажок
clock-delay = Задержка: { $seconds } с
clock-moves = Ходов: { $count }
clock-period = Период { $number }
no-connection = Нет связи
no-connection-since = Нет связи с { $time }
