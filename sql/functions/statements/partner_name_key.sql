-- A name without the differences of letter case and blanks, as partnerName in shared/accounting/open-items computes it. Few
-- letters become many (㍿); an index takes no text of any length.
create or replace function partner_name_key(name text)
returns text language sql immutable parallel safe as $$
  select left(btrim(regexp_replace(
    lower(normalize(name, NFKC) collate "und-x-icu"), '[\u0009-\u000d \u0085\u1680\u2028\u2029]+', ' ', 'g'
  ), ' '), 600)
$$;
