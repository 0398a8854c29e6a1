-- The id of the open items that stand together in every sum: of one kind, account, currency and partner, as it is written. It
-- is a hash of these, so that whoever opens an item knows it without looking anything up, and no two of them share one.
create or replace function open_item_group(
  kind text, account_code text, currency text, partner_reference text, partner_name text
)
returns uuid language sql stable parallel safe as $$
  select encode(substr(sha256(convert_to(
    kind || ' ' || currency || ' ' || char_length(account_code)::text || ' '
      || coalesce(char_length(partner_reference)::text, '-') || ' ' || account_code || coalesce(partner_reference, '')
      || partner_name,
    'UTF8'
  )), 1, 16), 'hex')::uuid
$$;
