/*
 * tables.c: firearms, weapons, movers, bases, terrain and profiles from their documents (AR-LEN, AR-FIRE-01 to -04, AR-MOVE, AR-FIG).
 *
 * A player may lay his own values over ours, so that everything in them is checked. What a kind of ground is to sight and height is no
 * value and stands here.
 */
#include "tables.h"

#include <string.h>

static const char *const lengths[LENGTHS] = { "long", "semi_long", "short", "very_short", "bare" };
static const char *const classes[] = { "easy", "difficult", "very_difficult", "impassable" };
static const char *const shapes[] = { "area", "line" };
static const char *const base_ids[BASES] = { "foot", "mounted", "barrel", "sack", "chest", "purse", "cart", "animal", "boat", "horse", "mule" };

static const struct { const char *id; uint16_t flags; } ground_flags[] = {
    { "road", TERRAIN_ROAD },
    { "brush", TERRAIN_BRUSH | TERRAIN_COVERS_FOOT },
    { "forest", TERRAIN_FOREST },
    { "hedge", TERRAIN_HIDES_CROUCHED },
    { "bank", TERRAIN_BANK | TERRAIN_HIDES_CROUCHED },
    { "low_wall", TERRAIN_HIDES_CROUCHED },
    { "barricade", TERRAIN_HIDES_CROUCHED },
    { "rampart", TERRAIN_RAMPART },
    { "steep_slope", TERRAIN_SLOPE },
    { "hill", TERRAIN_HILL },
    { "rocks", TERRAIN_COVERS_FOOT },
    { "deep_water", TERRAIN_WATER | TERRAIN_LIGHT_FOOT_ONLY },
    { "cliff", TERRAIN_OPAQUE },
    { "building", TERRAIN_BUILDING | TERRAIN_OPAQUE },
};

struct table {
    struct json_document document;
    struct source        from;
};

static bool open_table(struct loading *loading, const char *name, rule_id rule, struct table *table)
{
    if (!loading_open(loading, name, &table->document)) return false;
    table->from = (struct source){ &table->document, loading->fault, rule, argad_rules };
    return true;
}

static bool is_given_twice(struct source from, const struct json *node, const char *id, const char *const *earlier, int count)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(earlier[i], id)) return !source_wrong(from, node, "\"%s\" is given twice", id);
    return false;
}

/* Firearms. */

static bool read_band(struct source from, const struct json *node, struct firearm *firearm)
{
    static const char *const allowed[] = { "to", "need", "cuirass", NULL };
    int32_t                  to = 0, need = 0, cuirass = 0, before = firearm->bands ? firearm->band[firearm->bands - 1].to : 0;

    if (firearm->bands == BANDS) return source_wrong(from, node, "a firearm has at most %d bands", BANDS);
    if (!source_keys(from, node, allowed) || !source_whole(from, node, "to", before + 1, 500 * CM, &to) || !source_whole(from, node, "need", 2, 9, &need) ||
        !source_whole(from, node, "cuirass", -2, 0, &cuirass))
        return false;
    firearm->band[firearm->bands].to = to;
    firearm->band[firearm->bands].need = (int8_t)need;
    firearm->band[firearm->bands].cuirass = (int8_t)cuirass;
    firearm->bands++;
    return true;
}

static bool read_firearm(struct match *m, struct source from, const struct json *node)
{
    static const char *const allowed[] = { "id", "bands", "moving", "mounted", "in_contact", "reload_on_foot_only", "provenance", NULL };
    static const rule_id     rows[] = { AR_FIRE_01, AR_FIRE_02, AR_FIRE_03 };
    struct firearm          *firearm = &m->firearm[m->firearms];
    const struct json       *bands = NULL;
    bool                     moving = false, mounted = false, in_contact = false, on_foot = false;

    if (m->firearms == FIREARMS) return source_wrong(from, node, "there are more than %d firearms", FIREARMS);
    if (!source_keys(from, node, allowed) || !source_word(from, node, "id", &firearm->id) || !source_branch(from, node, "bands", JSON_ARRAY, &bands) ||
        !source_flag(from, node, "moving", &moving) || !source_flag(from, node, "mounted", &mounted) || !source_flag(from, node, "in_contact", &in_contact) ||
        !source_flag(from, node, "reload_on_foot_only", &on_foot))
        return false;
    firearm->rule = m->firearms < 3 ? rows[m->firearms] : AR_FIRE_29;
    firearm->flags = (uint8_t)((moving ? MAY_FIRE_MOVING : 0) | (mounted ? MAY_FIRE_MOUNTED : 0) | (in_contact ? MAY_FIRE_IN_CONTACT : 0) | (on_foot ? RELOADS_ON_FOOT_ONLY : 0));
    for (const struct json *band = bands->as.child; band; band = band->next)
        if (!read_band(from, band, firearm)) return false;
    if (!firearm->bands) return source_wrong(from, bands, "\"%s\" has no bands", firearm->id);
    m->firearms++;
    return true;
}

static bool read_weapon(struct match *m, struct source from, const struct json *node)
{
    static const char *const allowed[] = { "id", "length", "poor", "heavy_tool", "against_horse", "stuns", "opens_doors", "provenance", NULL };
    struct weapon           *weapon = &m->weapon[m->weapons];
    bool                     poor = false, heavy = false, against = false, stuns = false, opens = false;
    int                      length = 0;

    if (m->weapons == WEAPONS) return source_wrong(from, node, "there are more than %d weapons", WEAPONS);
    if (!source_keys(from, node, allowed) || !source_word(from, node, "id", &weapon->id) || !source_choice(from, node, "length", lengths, LENGTHS, &length) ||
        !source_find_flag(from, node, "poor", &poor) || !source_find_flag(from, node, "heavy_tool", &heavy) || !source_find_flag(from, node, "against_horse", &against) ||
        !source_find_flag(from, node, "stuns", &stuns) || !source_find_flag(from, node, "opens_doors", &opens))
        return false;
    weapon->length = (uint8_t)length;
    weapon->flags = (uint8_t)((poor ? WEAPON_POOR : 0) | (heavy ? WEAPON_HEAVY_TOOL : 0) | (against ? WEAPON_AGAINST_HORSE : 0) | (stuns ? WEAPON_MAY_STUN : 0) |
                              (opens ? WEAPON_HATCHET : 0));
    if (length == BARE) m->bare_hands = (uint8_t)m->weapons;
    m->weapons++;
    return true;
}

static bool read_weapons(struct match *m, struct loading *loading)
{
    static const char *const allowed[] = { "format", "provenance", "firearms", "weapons", NULL };
    struct table             table;
    const struct json       *firearms = NULL, *weapons = NULL;
    bool                     bare = false;

    if (!open_table(loading, "argad/weapons.json", AR_FIRE_01, &table) || !source_keys(table.from, table.document.root, allowed) ||
        !source_branch(table.from, table.document.root, "firearms", JSON_ARRAY, &firearms) ||
        !source_branch(table.from, table.document.root, "weapons", JSON_ARRAY, &weapons))
        return false;
    for (const struct json *node = firearms->as.child; node; node = node->next) {
        const char *ids[FIREARMS];
        for (int i = 0; i < m->firearms; i++) ids[i] = m->firearm[i].id;
        if (!read_firearm(m, table.from, node) || is_given_twice(table.from, node, m->firearm[m->firearms - 1].id, ids, m->firearms - 1)) return false;
    }
    for (const struct json *node = weapons->as.child; node; node = node->next) {
        const char *ids[WEAPONS];
        for (int i = 0; i < m->weapons; i++) ids[i] = m->weapon[i].id;
        if (!read_weapon(m, reading(table.from, AR_LEN_01), node) || is_given_twice(table.from, node, m->weapon[m->weapons - 1].id, ids, m->weapons - 1)) return false;
    }
    for (int i = 0; i < m->weapons; i++) bare = bare || m->weapon[i].length == BARE;
    return bare || source_wrong(reading(table.from, AR_LEN_08), weapons, "nobody has bare hands");
}

/* Movers and bases. */

int argad_mover_named(const struct match *m, const char *id)
{
    for (int i = 0; i < m->movers; i++)
        if (!strcmp(m->mover[i].id, id)) return i;
    return -1;
}

static bool read_base(struct source from, const struct json *node, struct shape shape[BASES], unsigned *given)
{
    static const char *const allowed[] = { "id", "diameter", "width", "length", NULL };
    enum { LEAST = 400, MOST = 30 * CM };
    int32_t diameter = 0, width = 0, length = 0;
    int     base = 0;

    if (!source_keys(from, node, allowed) || !source_choice(from, node, "id", base_ids, BASES, &base)) return false;
    if (*given & 1u << base) return source_wrong(from, node, "the base of \"%s\" is given twice", base_ids[base]);
    *given |= 1u << base;
    if (json_get(node, "diameter")) {
        if (!source_whole(from, node, "diameter", LEAST, MOST, &diameter)) return false;
        if (diameter % 2) return source_wrong(from, node, "a diameter is even, not %d", diameter);
        shape[base] = table_disc(diameter);
        return true;
    }
    if (!source_whole(from, node, "width", LEAST, MOST, &width) || !source_whole(from, node, "length", LEAST, MOST, &length)) return false;
    shape[base] = table_rectangle(width, length, REFERENCE_MIDDLE);
    return true;
}

static bool read_formed_rates(struct source from, const struct json *node, struct mover *mover)
{
    static const char *const allowed[] = { "column", "line", "attack", "aside", NULL };
    const struct json       *formed = NULL;

    from.rule = AR_FORM_05;
    if (!source_find_branch(from, node, "formed", JSON_OBJECT, &formed)) return false;
    if (!formed) return true;
    mover->flags |= MOVER_MAY_FORM;
    return source_keys(from, formed, allowed) && source_whole(from, formed, "column", 0, 80 * CM, &mover->column) && source_whole(from, formed, "line", 0, 80 * CM, &mover->line) &&
           source_whole(from, formed, "attack", 0, 80 * CM, &mover->attack) && source_whole(from, formed, "aside", 0, 80 * CM, &mover->aside);
}

static bool read_mover(struct match *m, struct source from, const struct json *node, const struct shape shape[BASES])
{
    static const char *const allowed[] = { "id", "rate", "rout", "dice", "mounted", "cavalry", "heavy", "light", "dismounted", "formed", "provenance", NULL };
    struct mover            *mover = &m->mover[m->movers];
    const char              *dismounted = NULL;
    bool                     mounted = false, cavalry = false, heavy = false, light = false;
    int32_t                  dice = 0;
    int                      foot;

    if (m->movers == MOVERS) return source_wrong(from, node, "there are more than %d kinds of movers", MOVERS);
    if (!source_keys(from, node, allowed) || !source_word(from, node, "id", &mover->id) || !source_whole(from, node, "rate", 1 * CM, 80 * CM, &mover->rate) ||
        !source_whole(from, node, "rout", 1 * CM, 80 * CM, &mover->rout) || !source_whole(reading(from, AR_SLOW_01), node, "dice", 1, 2, &dice) ||
        !source_find_flag(from, node, "mounted", &mounted) || !source_find_flag(from, node, "cavalry", &cavalry) || !source_find_flag(from, node, "heavy", &heavy) ||
        !source_find_flag(from, node, "light", &light) || !source_find_word(from, node, "dismounted", &dismounted) || !read_formed_rates(from, node, mover))
        return false;
    if (argad_mover_named(m, mover->id) >= 0) return source_wrong(from, node, "\"%s\" is given twice", mover->id);
    if (mover->rate % MOMENTS || mover->rout % MOMENTS) return source_wrong(from, node, "a rate is a whole number of %d parts", MOMENTS);
    foot = dismounted ? argad_mover_named(m, dismounted) : -1;
    if (dismounted && foot < 0) return source_wrong(reading(from, AR_HORSE_04), node, "\"%s\" dismounts as \"%s\", which is not among those before it", mover->id, dismounted);
    if (mounted != (dice == 2)) return source_wrong(reading(from, AR_SLOW_01), node, "a mounted figure throws two dice, one on foot throws one");
    mover->dice = (uint8_t)dice;
    mover->dismounted = foot < 0 ? UNKNOWN : (uint8_t)foot;
    mover->flags |= (uint8_t)((mounted ? MOVER_MOUNTED : 0) | (cavalry ? MOVER_CAVALRY : 0) | (heavy ? MOVER_HEAVY : 0) | (light ? MOVER_LIGHT_DRESS : 0));
    mover->shape = shape[mounted ? BASE_MOUNTED : BASE_FOOT];
    m->movers++;
    return true;
}

static bool read_movement(struct match *m, struct loading *loading, struct shape shape[BASES])
{
    static const char *const allowed[] = { "format", "provenance", "movers", "bases", NULL };
    struct table             table;
    const struct json       *movers = NULL, *bases = NULL;
    unsigned                 given = 0;

    if (!open_table(loading, "argad/movement.json", AR_MOVE_01, &table) || !source_keys(table.from, table.document.root, allowed) ||
        !source_branch(table.from, table.document.root, "movers", JSON_ARRAY, &movers) ||
        !source_branch(reading(table.from, AR_GEO_05), table.document.root, "bases", JSON_ARRAY, &bases))
        return false;
    for (const struct json *node = bases->as.child; node; node = node->next)
        if (!read_base(reading(table.from, AR_GEO_05), node, shape, &given)) return false;
    if (given != (1u << BASES) - 1) return source_wrong(reading(table.from, AR_GEO_05), bases, "some base is missing: %d are needed", BASES);
    if (shape[BASE_FOOT].kind != SHAPE_DISC || shape[BASE_MOUNTED].kind != SHAPE_RECTANGLE)
        return source_wrong(reading(table.from, AR_GEO_03), bases, "foot stand on discs, riders on rectangles");
    for (const struct json *node = movers->as.child; node; node = node->next)
        if (!read_mover(m, table.from, node, shape)) return false;
    return (m->movers && !(m->mover[0].flags & MOVER_MOUNTED)) || source_wrong(table.from, movers, "the first mover is on foot");
}

/* Terrain. */

int argad_terrain_named(const struct match *m, const char *id)
{
    for (int i = 0; i < m->terrains; i++)
        if (!strcmp(m->terrain[i].id, id)) return i;
    return -1;
}

static bool read_terrain(struct match *m, struct source from, const struct json *node)
{
    static const char *const allowed[] = { "id", "shape", "foot", "mounted", "cover", "provenance", NULL };
    struct terrain          *terrain = &m->terrain[m->terrains];
    int                      shape = 0, foot = 0, mounted = 0;
    int32_t                  cover = 0;

    if (m->terrains == TERRAINS) return source_wrong(from, node, "there are more than %d kinds of ground", TERRAINS);
    if (!source_keys(from, node, allowed) || !source_word(from, node, "id", &terrain->id) || !source_choice(from, node, "shape", shapes, 2, &shape) ||
        !source_choice(from, node, "foot", classes, 4, &foot) || !source_choice(from, node, "mounted", classes, 4, &mounted))
        return false;
    if (json_get(node, "cover") && !source_whole(reading(from, AR_FMOD_01), node, "cover", -2, 0, &cover)) return false;
    if (argad_terrain_named(m, terrain->id) >= 0) return source_wrong(from, node, "\"%s\" is given twice", terrain->id);
    terrain->class[0] = (uint8_t)foot;
    terrain->class[1] = (uint8_t)mounted;
    terrain->cover = (int8_t)cover;
    terrain->flags = shape ? TERRAIN_LINE : 0;
    for (size_t i = 0; i < sizeof ground_flags / sizeof *ground_flags; i++)
        if (!strcmp(ground_flags[i].id, terrain->id)) terrain->flags |= ground_flags[i].flags;
    m->terrains++;
    return true;
}

static bool read_terrains(struct match *m, struct loading *loading)
{
    static const char *const allowed[] = { "format", "provenance", "terrains", NULL };
    struct table             table;
    const struct json       *list = NULL;

    if (!open_table(loading, "argad/terrain.json", AR_SLOW_12, &table) || !source_keys(table.from, table.document.root, allowed) ||
        !source_branch(table.from, table.document.root, "terrains", JSON_ARRAY, &list))
        return false;
    for (const struct json *node = list->as.child; node; node = node->next)
        if (!read_terrain(m, table.from, node)) return false;
    return true;
}

/* Profiles. */

static int firearm_named(const struct match *m, const char *id)
{
    for (int i = 0; i < m->firearms; i++)
        if (!strcmp(m->firearm[i].id, id)) return i;
    return -1;
}

static int weapon_named(const struct match *m, const char *id)
{
    for (int i = 0; i < m->weapons; i++)
        if (!strcmp(m->weapon[i].id, id)) return i;
    return -1;
}

bool argad_read_traits(const struct match *m, struct source from, const struct json *list, struct figure *figure)
{
    static const char *const ids[] = { "leader", "line", "steady_seat", "civilian" };

    for (const struct json *node = list->as.child; node; node = node->next) {
        const char *word = node->type == JSON_STRING ? node->as.string : "";
        int         trait = source_index(ids, 4, word), terrain;
        if (trait >= 0) {
            figure->traits |= (uint8_t)(1 << trait);
            continue;
        }
        terrain = !strncmp(word, "local:", 6) ? argad_terrain_named(m, word + 6) : -1;
        if (terrain < 0) return source_wrong(from, node, "there is no trait \"%s\"", word);
        figure->local |= UINT32_C(1) << terrain;
    }
    return true;
}

static bool read_arms(const struct match *m, struct source from, const struct json *node, struct figure *figure)
{
    const struct json *firearms = NULL, *weapons = NULL;

    if (!source_branch(from, node, "firearms", JSON_ARRAY, &firearms) || !source_branch(from, node, "weapons", JSON_ARRAY, &weapons)) return false;
    if (firearms->count > FIREARMS_CARRIED || weapons->count >= WEAPONS_CARRIED)
        return source_wrong(from, node, "nobody carries more than %d firearms and %d weapons", FIREARMS_CARRIED, WEAPONS_CARRIED - 1);
    for (const struct json *one = firearms->as.child; one; one = one->next) {
        int firearm = one->type == JSON_STRING ? firearm_named(m, one->as.string) : -1;
        if (firearm < 0) return source_wrong(from, one, "there is no such firearm");
        figure->firearm[figure->firearms++] = (uint8_t)firearm;
    }
    for (const struct json *one = weapons->as.child; one; one = one->next) {
        int weapon = one->type == JSON_STRING ? weapon_named(m, one->as.string) : -1;
        if (weapon < 0) return source_wrong(from, one, "there is no such weapon");
        figure->weapon[figure->weapons++] = (uint8_t)weapon;
    }
    figure->weapon[figure->weapons++] = m->bare_hands;
    figure->loaded = (uint8_t)((1 << figure->firearms) - 1);
    return true;
}

static bool read_profile(const struct match *m, struct source from, const struct json *node, struct profiles *profiles)
{
    static const char *const allowed[] = { "id", "class", "armour", "move", "dismounted", "firearms", "weapons", "traits", NULL };
    struct profile          *profile = &profiles->list[profiles->count];
    const struct json       *traits = NULL;
    const char              *move = NULL, *dismounted = NULL;
    int32_t                  class = 0, armour = 0;
    int                      mover, other;

    if (profiles->count == PROFILES_OF_TROOPS) return source_wrong(from, node, "there are more than %d profiles", PROFILES_OF_TROOPS);
    if (!source_keys(from, node, allowed) || !source_word(from, node, "id", &profile->id) || !source_whole(from, node, "class", 1, 6, &class) ||
        !source_whole(reading(from, AR_FIG_04), node, "armour", 0, 4, &armour) || !source_word(from, node, "move", &move) ||
        !source_find_word(from, node, "dismounted", &dismounted) || !source_branch(from, node, "traits", JSON_ARRAY, &traits) ||
        !read_arms(m, reading(from, AR_FIG_07), node, &profile->figure) || !argad_read_traits(m, from, traits, &profile->figure))
        return false;
    if (armour && armour != 4) return source_wrong(reading(from, AR_FIG_04), node, "armour is 0 or 4, not %d", armour);
    mover = argad_mover_named(m, move);
    if (mover < 0) return source_wrong(from, node, "there is no mover \"%s\"", move);
    other = dismounted ? argad_mover_named(m, dismounted) : m->mover[mover].dismounted == UNKNOWN ? -1 : m->mover[mover].dismounted;
    if (dismounted && (other < 0 || m->mover[other].flags & MOVER_MOUNTED)) return source_wrong(reading(from, AR_HORSE_04), node, "\"%s\" cannot dismount as \"%s\"", profile->id, dismounted);
    profile->figure.class = (uint8_t)class;
    profile->figure.armour = (uint8_t)armour;
    profile->figure.mover[FORM_OWN] = (uint8_t)mover;
    profile->figure.mover[FORM_OTHER] = other < 0 ? UNKNOWN : (uint8_t)other;
    for (int i = 0; i < profiles->count; i++)
        if (!strcmp(profiles->list[i].id, profile->id)) return source_wrong(from, node, "the profile \"%s\" is given twice", profile->id);
    profiles->count++;
    return true;
}

static bool read_profiles(const struct match *m, struct loading *loading, struct profiles *profiles)
{
    static const char *const allowed[] = { "format", "provenance", "profiles", NULL };
    struct table             table;
    const struct json       *list = NULL;

    if (!open_table(loading, "argad/profiles.json", AR_FIG_02, &table) || !source_keys(table.from, table.document.root, allowed) ||
        !source_branch(table.from, table.document.root, "profiles", JSON_ARRAY, &list))
        return false;
    for (const struct json *node = list->as.child; node; node = node->next)
        if (!read_profile(m, table.from, node, profiles)) return false;
    return true;
}

bool argad_read_tables(struct match *m, struct loading *loading, struct tables *tables)
{
    return read_weapons(m, loading) && read_movement(m, loading, tables->base) && read_terrains(m, loading) && read_profiles(m, loading, &tables->profiles);
}
