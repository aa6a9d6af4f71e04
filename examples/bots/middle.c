/* A bot in C: it takes the action in the middle of the list, which is no bad plan in Connect Four.

       cc -O2 -o middle examples/bots/middle.c
       marbletop duel connect_four "program:./middle" uniform

   It reads one JSON object in each line and answers with one; docs/bots.md describes them. A real bot would use a JSON library
   and look at the view; this one only finds numbers behind their names, which is safe because quotes in texts are escaped. */

#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What stands behind "name": from here on, or NULL. */
static const char *value_of(const char *text, const char *name)
{
    char key[64];
    snprintf(key, sizeof key, "\"%s\"", name);
    const char *found = strstr(text, key);
    return found ? found + strlen(key) + strspn(found + strlen(key), " :") : NULL;
}

static long number_of(const char *text, const char *name)
{
    const char *value = value_of(text, name);
    return value ? strtol(value, NULL, 10) : 0;
}

/* The action in the middle of the list "actions". */
static long middle_action(const char *line)
{
    const char *actions = value_of(line, "actions"), *one = actions;
    int count = 0;
    while (one && (one = value_of(one, "action")))
        count++;
    for (one = actions; count > 1 && (one = value_of(one, "action")); count -= 2)
        ;
    return number_of(one ? one : actions, "action");
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        long id = number_of(line, "id");
        const char *type = value_of(line, "type");
        if (type && strncmp(type, "\"hello\"", 7) == 0)
            printf("{\"protocol\": 1, \"type\": \"hello\", \"id\": %ld, \"name\": \"Middle\", \"version\": \"C\"}\n", id);
        else
            printf("{\"protocol\": 1, \"type\": \"action\", \"id\": %ld, \"action\": %ld}\n", id, middle_action(line));
        fflush(stdout);
    }
    free(line);
    return 0;
}
