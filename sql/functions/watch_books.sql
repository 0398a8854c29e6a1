-- For migrations: puts bump_books_version on a table that posting depends on. There are three triggers, because a
-- trigger with a transition table serves one event only.
create or replace procedure watch_books(watched regclass) language plpgsql as $$
begin
  execute format('create trigger books_changed_by_insert after insert on %s
    referencing new table as changed for each statement execute function bump_books_version()', watched);
  execute format('create trigger books_changed_by_update after update on %s
    referencing new table as changed for each statement execute function bump_books_version()', watched);
  execute format('create trigger books_changed_by_delete after delete on %s
    referencing old table as changed for each statement execute function bump_books_version()', watched);
end $$;
