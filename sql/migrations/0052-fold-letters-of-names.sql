-- Partners without a number are one whatever capitals, forms of letters and invisible characters their names have. Only keys
-- that change are written anew, which those of ASCII never do. Reading and posting go on meanwhile, refreshes wait.
set local lock_timeout = '20s';

-- A name without the differences of letter case, forms of letters, blanks and invisible characters, as partnerNameKey in
-- shared/accounting/open-items computes it: what has no looks of its own (Default_Ignorable_Code_Point) goes, the forms of a
-- letter are one (NFKC), capitals and small letters are one in every language (ß is ss, ı and İ are i, ς is σ), and blanks are
-- one blank. The key of a key is the key. An index takes no text of any length.
create or replace function partner_name_key(name text)
returns text language sql immutable parallel safe as $$
  select btrim(left(btrim(regexp_replace(
    case when octet_length(name) = char_length(name) then lower(name collate "und-x-icu")
      else normalize(replace(replace(lower(upper(lower(normalize(regexp_replace(name,
        '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
        '', 'g'), NFKC) collate "und-x-icu") collate "und-x-icu") collate "und-x-icu"), U&'i\0307', 'i'), 'ς', 'σ'), NFKC)
    end, '[\u0009-\u000d \u0085\u1680\u2028\u2029]+', ' ', 'g'
  ), ' '), 600), ' ')
$$;

-- Relations first, as whoever changes them takes the head of the ledger before anything else. Of those of one partner, side
-- and day the newest keeps the key, so that another one replaces it.
lock table partner_relations in share row exclusive mode;
create temporary table relation_keys on commit drop as
select end_customer_id, partner_relation_id, concat(partner_side, partner_key(null, partner_name)) as new_key,
  row_number() over (
    partition by end_customer_id, partner_side, partner_name_key(partner_name), valid_from
    order by partner_relation_id desc
  ) as place
from partner_relations
where partner_reference is null and partner_key not like '% of ' || partner_relation_id;
update partner_relations known set partner_key = concat(new_key, ' of ', known.partner_relation_id)
from relation_keys relation
where place > 1 and known.end_customer_id = relation.end_customer_id
  and known.partner_relation_id = relation.partner_relation_id;
update partner_relations known set partner_key = new_key
from relation_keys relation
where place = 1 and known.end_customer_id = relation.end_customer_id
  and known.partner_relation_id = relation.partner_relation_id and partner_key <> new_key;

-- No refresh folds until all keys are the new ones.
lock table statement_watermarks in exclusive mode;
lock table partner_period_totals, other_side_totals, partner_names in exclusive mode;

create temporary table other_keys on commit drop as
select end_customer_id, account_code, partner_key as old_key, partner_key(null, substr(partner_key, 2)) as new_key
from (
  select distinct end_customer_id, account_code, partner_key from partner_period_totals
  where partner_key like '=%'
    and (octet_length(partner_key) > char_length(partner_key) or char_length(partner_key) > 600)
  offset 0
) written
where partner_key <> partner_key(null, substr(partner_key, 2));

insert into partner_period_totals as totals (end_customer_id, account_code, partner_key, period_start, base_minor)
select end_customer_id, account_code, new_key, period_start, sum(base_minor)
from other_keys key
join partner_period_totals known using (end_customer_id, account_code)
where known.partner_key = old_key
group by end_customer_id, account_code, new_key, period_start
on conflict (end_customer_id, account_code, partner_key, period_start) do update
set base_minor = totals.base_minor + excluded.base_minor;
delete from partner_period_totals known using other_keys key
where known.end_customer_id = key.end_customer_id and known.account_code = key.account_code
  and known.partner_key = old_key;

-- What two were on the other side of an account is not the sum of both: one may have been on this side.
create temporary table other_sides on commit drop as
select end_customer_id, account_code, new_key, min(partner_name collate "C") as partner_name
from other_side_totals known
join other_keys key using (end_customer_id, account_code)
where partner_key in (old_key, new_key)
group by end_customer_id, account_code, new_key;
delete from other_side_totals known using other_keys key
where known.end_customer_id = key.end_customer_id and known.account_code = key.account_code
  and known.partner_key in (old_key, new_key);
insert into other_side_totals (
  end_customer_id, account_code, partner_key, partner_reference, partner_name, period_start, base_minor
)
select end_customer_id, account_code, new_key, null, partner_name, period_start, base_minor
from (
  select end_customer_id, account_code, new_key, partner_name, period_start,
    side_minor - lag(side_minor, 1, 0::numeric) over (
      partition by end_customer_id, account_code, new_key order by period_start
    ) as base_minor
  from (
    select end_customer_id, account_code, new_key, partner_name, period_start,
      sum(base_minor) over (partition by end_customer_id, account_code, new_key order by period_start) as balance_minor
    from other_sides
    join partner_period_totals using (end_customer_id, account_code)
    where partner_key = new_key
  ) balance
  join accounts using (end_customer_id, account_code)
  cross join lateral (
    select case account_type when 'asset' then least(balance_minor, 0) else greatest(balance_minor, 0) end as side_minor
  ) side
) change
where base_minor <> 0;

with renamed as (
  delete from partner_names
  where (octet_length(name_key) > char_length(name_key) or char_length(name_key) >= 600)
    and name_key <> partner_name_key(name_key)
  returning end_customer_id, partner_name_key(name_key) as name_key, partner_reference, account_code, side,
    first_entry_number
)
insert into partner_names as known (
  end_customer_id, name_key, partner_reference, account_code, side, first_entry_number
)
select end_customer_id, name_key, partner_reference, account_code, side, min(first_entry_number)
from renamed
group by end_customer_id, name_key, partner_reference, account_code, side
on conflict (end_customer_id, name_key, partner_reference, account_code, side) do update
set first_entry_number = least(known.first_entry_number, excluded.first_entry_number);
