/* main.c: `mestre SUBCOMMAND ...`. */
#include "commands.h"
#include "play_command.h"
#include "serve_command.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    int       (*run)(int argc, char **argv);
    const char *help;
} commands[] = {
    { "play", play_command, "open a private table in the browser" },
    { "serve", serve_command, "host games for everybody who has a link" },
    { "army", army_command, "army lists: check, list, suggest, make a battle" },
    { "sim", sim_command, "play masses of games between computer players" },
    { "tune", tune_command, "find by self-play what computer players should care for" },
    { "odds", odds_command, "exact odds of a decision" },
    { "replay", replay_command, "play a journal again and explain it" },
    { "analyse", analyse_command, "chances, luck and costly decisions of a journal" },
    { "verify", verify_command, "check the dice of a journal against their commitment" },
    { "case", case_command, "run rule tests written as data" },
    { "blunders", blunders_command, "count what computer players do that is clearly wrong" },
    { "rules", rules_command, "print rules, count their coverage" },
    { "bot", bot_command, "let another program play, by JSON lines" },
    { "bench", bench_command, "measure the engine" },
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_help(FILE *file)
{
    fprintf(file, "mestre %s: historical tabletop wargames, by all of their rules\n\n", MESTRE_VERSION);
    fprintf(file, "usage: mestre COMMAND [--help] ...\n\n");
    for (int i = 0; i < COMMANDS; i++) fprintf(file, "  %-8s %s\n", commands[i].name, commands[i].help);
    fprintf(file, "\n`man mestre` tells more.\n");
}

int main(int argc, char **argv)
{
    if (argc < 2 || !strcmp(argv[1], "--help") || !strcmp(argv[1], "help") || !strcmp(argv[1], "-h")) {
        print_help(argc < 2 ? stderr : stdout);
        return argc < 2 ? 2 : 0;
    }
    if (!strcmp(argv[1], "--version")) {
        printf("mestre %s\n", MESTRE_VERSION);
        return 0;
    }
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(argv[1], commands[i].name)) return commands[i].run(argc - 1, argv + 1);
    fprintf(stderr, "mestre: there is no command \"%s\"; `mestre --help` lists them\n", argv[1]);
    return 2;
}
