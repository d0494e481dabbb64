/* serve_command.h: `mestre serve`: a host of games for everybody who has a link. */
#ifndef MESTRE_SERVE_COMMAND_H
#define MESTRE_SERVE_COMMAND_H

/* Runs the subcommand; argv[0] is its name. Returns the exit status: 0 ended as asked, 1 failed, 2 wrong usage. */
int serve_command(int argc, char **argv);

#endif
