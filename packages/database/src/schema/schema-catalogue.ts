/** One query per kind of object; each row is a finished piece of text, in the order of its name. */

const collated = 'collate "C"';

/** Excludes the objects of extensions. */
const notExtension = (catalogue: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

const inPublic = `n.nspname = 'public'`;
const relation = `pg_class c join pg_namespace n on n.oid = c.relnamespace`;
const ownRelation = `${inPublic} and ${notExtension("pg_class", "c.oid")}`;

export const types = `
  select case t.typtype
           when 'e' then format('create type %I as enum (%s);', t.typname,
             (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid))
           when 'd' then format('create domain %I as %s%s%s;', t.typname, format_type(t.typbasetype, t.typtypmod),
             case when t.typnotnull then ' not null' else '' end,
             (select coalesce(string_agg(format(' constraint %I %s', conname, pg_get_constraintdef(oid)), '' order by conname ${collated}), '')
                from pg_constraint where contypid = t.oid and contype <> 'n'))
           else format('create type %I as (%s);', t.typname,
             (select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum)
                from pg_attribute where attrelid = t.typrelid and attnum > 0 and not attisdropped))
         end as text
    from pg_type t join pg_namespace n on n.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
   where ${inPublic} and (t.typtype in ('e', 'd') or (t.typtype = 'c' and c.relkind = 'c')) and ${notExtension("pg_type", "t.oid")}
   order by t.typname ${collated}`;

export const sequences = `
  select format('create sequence %I as %s increment %s minvalue %s maxvalue %s start %s cache %s%s;', c.relname,
           format_type(s.seqtypid, null), s.seqincrement, s.seqmin, s.seqmax, s.seqstart, s.seqcache,
           case when s.seqcycle then ' cycle' else '' end) as text
    from ${relation} join pg_sequence s on s.seqrelid = c.oid
   where ${ownRelation}
     and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'i')
   order by c.relname ${collated}`;

const columns = `
  select string_agg(format(E'  %I %s%s%s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
           case when a.attcollation <> t.typcollation then
             (select format(' collate %I', collname) from pg_collation where oid = a.attcollation) else '' end,
           case a.attcompression when 'l' then ' compression lz4' when 'p' then ' compression pglz' else '' end,
           case when a.attgenerated <> '' then
                  format(' generated always as (%s) %s', pg_get_expr(ad.adbin, ad.adrelid), case a.attgenerated when 's' then 'stored' else 'virtual' end)
                when a.attidentity <> '' then
                  format(' generated %s as identity', case a.attidentity when 'a' then 'always' else 'by default' end)
                when ad.adbin is not null then ' default ' || pg_get_expr(ad.adbin, ad.adrelid)
                else '' end,
           case when a.attnotnull then ' not null' else '' end,
           case when a.attstorage <> t.typstorage then format(' storage %s', case a.attstorage
             when 'p' then 'plain' when 'e' then 'external' when 'm' then 'main' else 'extended' end) else '' end
         ), E',\\n' order by a.attnum)
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    left join pg_attrdef ad on ad.adrelid = a.attrelid and ad.adnum = a.attnum
   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`;

const constraints = `
  select string_agg(format(E',\\n  constraint %I %s', k.conname, pg_get_constraintdef(k.oid)), ''
           order by array_position(array['p', 'u', 'x', 'f', 'c'], k.contype::text), k.conname ${collated})
    from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'x', 'f', 'c')`;

export const tables = `
  select format(E'create %stable %I%s%s%s%s;\\n', case c.relpersistence when 'u' then 'unlogged ' else '' end, c.relname,
           case when c.relispartition then
             (select format(' partition of %s %s', i.inhparent::regclass, pg_get_expr(c.relpartbound, c.oid)) from pg_inherits i where i.inhrelid = c.oid)
             else '' end,
           format(E' (\\n%s%s\\n)', (${columns}), coalesce((${constraints}), '')),
           case when c.relkind = 'p' then ' partition by ' || pg_get_partkeydef(c.oid) else '' end,
           case when c.reloptions is not null then format(' with (%s)', (select string_agg(o, ', ' order by o ${collated}) from unnest(c.reloptions) o)) else '' end
         ) as text
    from ${relation}
   where c.relkind in ('r', 'p') and ${ownRelation}
   order by c.relname ${collated}`;

/** Without the indexes of constraints, which the constraint covers. */
export const indexes = `
  select pg_get_indexdef(c.oid) || case when i.indisvalid then '' else ' -- INVALID' end || ';' as text
    from ${relation} join pg_index i on i.indexrelid = c.oid join pg_class t on t.oid = i.indrelid
   where ${ownRelation} and not exists (select from pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u', 'x'))
   order by t.relname ${collated}, c.relname ${collated}`;

export const rowSecurity = `
  select format('alter table %I %s;', c.relname, case when c.relforcerowsecurity then 'force row level security' else 'enable row level security' end) as text
    from ${relation}
   where c.relkind in ('r', 'p') and (c.relrowsecurity or c.relforcerowsecurity) and ${ownRelation}
   order by c.relname ${collated}`;

export const policies = `
  select format('create policy %I on %I as %s for %s to %s%s%s;', p.polname, c.relname,
           case when p.polpermissive then 'permissive' else 'restrictive' end,
           case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
           (select string_agg(case when r = 0 then 'public' else quote_ident(pg_get_userbyid(r)) end, ', '
              order by case when r = 0 then 'public' else pg_get_userbyid(r) end ${collated}) from unnest(p.polroles) r),
           coalesce(' using (' || pg_get_expr(p.polqual, p.polrelid) || ')', ''),
           coalesce(' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', '')) as text
    from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace
   where ${ownRelation}
   order by c.relname ${collated}, p.polname ${collated}`;

export const views = `
  select format(E'create %sview %I%s as\\n%s\\n', case c.relkind when 'm' then 'materialized ' else '' end, c.relname,
           case when c.reloptions is not null then format(' with (%s)', array_to_string(c.reloptions, ', ')) else '' end,
           pg_get_viewdef(c.oid)) as text
    from ${relation}
   where c.relkind in ('v', 'm') and ${ownRelation}
   order by c.relname ${collated}`;

export const triggers = `
  select pg_get_triggerdef(t.oid) || ';' as text
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
   where not t.tgisinternal and t.tgparentid = 0 and ${ownRelation}
   order by c.relname ${collated}, t.tgname ${collated}`;

export const statistics = `
  select pg_get_statisticsobjdef(s.oid) || ';' as text
    from pg_statistic_ext s join pg_namespace n on n.oid = s.stxnamespace
   where ${inPublic}
   order by s.stxname ${collated}`;

const signature = `format('%I(%s)', p.proname, pg_get_function_identity_arguments(p.oid))`;

export const functions = `
  select case when p.prokind = 'a' then format('-- aggregate %s', ${signature})
              else rtrim(pg_get_functiondef(p.oid), E'\\n') || E';\\n' end as text
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where ${inPublic} and ${notExtension("pg_proc", "p.oid")}
   order by p.proname ${collated}, pg_get_function_identity_arguments(p.oid) ${collated}`;

/** Everything belongs to parley_owner unless listed here. */
export const owners = `
  select text from (
    select format('alter %s %I owner to %I;', case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
             c.relname, pg_get_userbyid(c.relowner)) as text
      from ${relation}
     where c.relkind in ('r', 'p', 'v', 'm', 'S') and ${ownRelation} and pg_get_userbyid(c.relowner) <> 'parley_owner'
    union all
    select format('alter function %s owner to %I;', ${signature}, pg_get_userbyid(p.proowner))
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where ${inPublic} and ${notExtension("pg_proc", "p.oid")} and pg_get_userbyid(p.proowner) <> 'parley_owner') o
   order by text ${collated}`;

const grantee = `case when g.grantee = 0 then 'public' else quote_ident(pg_get_userbyid(g.grantee)) end`;
const granted = (acl: string, owner: string) =>
  `lateral (
     select x.grantee, x.is_grantable, string_agg(lower(x.privilege_type), ', ' order by x.privilege_type ${collated}) as privileges
       from aclexplode(${acl}) x where x.grantee <> ${owner} and x.privilege_type <> 'MAINTAIN'
      group by x.grantee, x.is_grantable) g`;
const grantText = (what: string) =>
  `format('grant %s on %s to %s%s;', g.privileges, ${what}, ${grantee}, case when g.is_grantable then ' with grant option' else '' end)`;

export const grants = `
  select text from (
    select 1 as kind, ${grantText(`'schema public'`)} as text
      from pg_namespace n, ${granted("n.nspacl", "n.nspowner")} where n.nspname = 'public'
       and (g.grantee = 0 or pg_get_userbyid(g.grantee) like 'parley%')
    union all
    select 2, ${grantText(`case c.relkind when 'S' then 'sequence ' else '' end || quote_ident(c.relname)`)}
      from ${relation}, ${granted("c.relacl", "c.relowner")} where ${ownRelation}
    union all
    select 3, ${grantText(`quote_ident(c.relname) || ' (' || quote_ident(a.attname) || ')'`)}
      from ${relation} join pg_attribute a on a.attrelid = c.oid and a.attacl is not null, ${granted("a.attacl", "c.relowner")} where ${ownRelation}
    union all
    select 4, ${grantText(`'function ' || ${signature}`)}
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace,
           ${granted(`coalesce(p.proacl, acldefault('f', p.proowner))`, "p.proowner")}
     where ${inPublic} and ${notExtension("pg_proc", "p.oid")}) o
   order by kind, substring(text from ' on .*') ${collated}, text ${collated}`;

export const comments = `
  select text from (
    select format('comment on %s %I is %L;', case c.relkind when 'v' then 'view' when 'i' then 'index' else 'table' end, c.relname, d.description) as text
      from ${relation} join pg_description d on d.classoid = 'pg_class'::regclass and d.objoid = c.oid and d.objsubid = 0
     where ${ownRelation}
    union all
    select format('comment on column %I.%I is %L;', c.relname, a.attname, d.description)
      from ${relation} join pg_attribute a on a.attrelid = c.oid
      join pg_description d on d.classoid = 'pg_class'::regclass and d.objoid = c.oid and d.objsubid = a.attnum
     where a.attnum > 0 and not a.attisdropped and ${ownRelation}
    union all
    select format('comment on function %s is %L;', ${signature}, d.description)
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      join pg_description d on d.classoid = 'pg_proc'::regclass and d.objoid = p.oid
     where ${inPublic} and ${notExtension("pg_proc", "p.oid")}) o
   order by text ${collated}`;
