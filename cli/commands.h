/*
 * commands.h: the subcommands of `mestre`. Each gets its own arguments (argv[0] is its name) and returns the exit status:
 * 0 done, 1 failed, 2 wrong usage.
 */
#ifndef MESTRE_COMMANDS_H
#define MESTRE_COMMANDS_H

int analyse_command(int argc, char **argv);
int army_command(int argc, char **argv);
int bench_command(int argc, char **argv);
int blunders_command(int argc, char **argv);
int bot_command(int argc, char **argv);
int case_command(int argc, char **argv);
int odds_command(int argc, char **argv);
int replay_command(int argc, char **argv);
int rules_command(int argc, char **argv);
int sim_command(int argc, char **argv);
int tune_command(int argc, char **argv);
int verify_command(int argc, char **argv);

#endif
