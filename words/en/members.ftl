### The page of the boards that have joined over the network.

members-page = Boards
members-how = Each board has a code on its label. Say at which table it stands.
no-members = No board has joined yet. On each board: { $command }, with the hall’s join string.
member-here = The board is there
member-away = The board is not there
its-table = Table
find-board = Find by code or table
no-board-found = No board has that code or stands at that table.
clock-not-set = Its clock does not go by the hall’s.
set-table = Set
take-away = Take away from the table
dismiss-board = Forget this board
sure-dismiss = Forget { $code }? What it told is kept; another board may then come with this code.
placed-taken = Another board stands at that table.
placed-forbidden = You may not do that.
placed-failed = That did not work. Please try again.
