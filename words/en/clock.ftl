### The clock: on the screen beside the board, and on the arbiter’s page.

white-player = White
black-player = Black
clocks-stopped = Clocks stopped
clock-of-table = Clock of table { $table }
clock-running = Running
clock-flag = Flag
clock-delay = Delay: { $seconds } s
clock-moves = Moves: { $count }
clock-period = Period { $number }
no-connection = No connection
no-connection-since = No connection since { $time }
