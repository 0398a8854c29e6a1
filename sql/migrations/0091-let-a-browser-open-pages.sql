-- A page pass is a key for a browser: it opens pages and nothing else.
set local lock_timeout = '20s';
alter table api_keys drop constraint api_keys_scopes_check;
alter table api_keys add constraint api_keys_scopes_check check (
  scopes <@ array['read', 'write', 'pages'] and cardinality(scopes) > 0
  and (cardinality(scopes) = 1 or not 'pages' = any(scopes))
);
