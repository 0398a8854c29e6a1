-- Who a partner is: the one with this reference, or without one the one with this name, as partner_name_key
-- compares it. The first character keeps a reference and an equal name apart. Without a name it is nobody: the unknown payer of
-- credit.
create or replace function partner_key(partner_reference text, partner_name text)
returns text language sql immutable parallel safe as $$
  select coalesce('#' || partner_reference, '=' || partner_name_key(partner_name))
$$;
