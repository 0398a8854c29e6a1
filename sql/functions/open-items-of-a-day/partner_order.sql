-- The text by which partners are put in order: letters with accents stand beside those without. Most names have none.
create or replace function partner_order(name text)
returns text language sql immutable parallel safe as $$
  select lower((
    case when octet_length(name) = char_length(name) then name
    else translate(name, 'ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜàâäçéèêëîïôöùûü', 'AAACEEEEIIOOUUUaaaceeeeiioouuu') end
  ) collate "C")
$$;
