/*
 * play_command.h: `mestre play`, a private table in the browser of the same machine.
 */
#ifndef MESTRE_PLAY_COMMAND_H
#define MESTRE_PLAY_COMMAND_H

/* The subcommand; argv[0] is "play". The exit status: 0 when ended by a signal, 1 on failure, 2 on wrong usage. */
int play_command(int argc, char **argv);

#endif
