-- An installation may have several ledger databases: each end customer lives whole in one of them, and home, the database of
-- DATABASE_URL, knows in which. With one database all of these tables are empty, and nobody asks them.
set local lock_timeout = '20s';

-- Which database this is, so that two variables that were swapped are noticed before anything is written. No row: the only one.
create table database_identity (
  is_single boolean not null primary key default true check (is_single),
  database_id uuid not null,
  name text not null,
  -- That of the database that knows where end customers are.
  home_id uuid not null,
  check ((database_id = home_id) = (name = 'home'))
);

-- The ledger databases, home among them. Empty elsewhere, and at home while there is one.
create table databases (
  name text not null primary key check (name ~ '^[a-z][a-z0-9_-]{0,39}$'),
  database_id uuid not null unique,
  -- Names of environment variables and never a URL: it has a password, which a backup would show, and hosts change their variables by themselves.
  url_variable text not null unique check (url_variable ~ '^[A-Z][A-Z0-9_]{0,99}$'),
  -- Of the role that owns the tables; null: the other one does.
  owner_url_variable text check (owner_url_variable ~ '^[A-Z][A-Z0-9_]{0,99}$'),
  -- Opening: processes that think that home is the only one do not know it yet.
  state text not null check (state in ('opening', 'open')),
  -- Its share of new end customers, beside those of the others.
  weight integer not null default 1 check (weight between 1 and 1000),
  added_at timestamptz not null default now()
);

-- In which database an end customer lives. No row: at home.
create table placements (
  end_customer_id uuid not null primary key,
  database_name text not null references databases,
  placed_at timestamptz not null default now()
);
create index placements_by_database on placements (database_name);

-- An end customer on its way from one database to another. That it lives at the new place is this row's state, and nothing else.
create table moves (
  move_id uuid not null primary key,
  end_customer_id uuid not null,
  from_name text not null references databases,
  to_name text not null references databases,
  state text not null default 'planned' check (state in (
    'planned', 'fenced', 'copying', 'following', 'closing', 'closed', 'turned', 'opened', 'cleaned', 'taking_back', 'taken_back'
  )),
  -- Who has an older one has been overtaken, and changes nothing.
  epoch bigint not null default 1,
  -- What was counted and compared on the way.
  found jsonb not null default '{}',
  begun_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (from_name <> to_name)
);
-- One at a time.
create unique index moves_under_way on moves (end_customer_id) where state not in ('cleaned', 'taken_back');
alter table moves alter column found set statistics 0;

-- Which end customers may not be written, or do not live, in this database: the one who moves, and whoever has moved away.
create table fences (
  end_customer_id uuid not null primary key,
  move_id uuid not null,
  epoch bigint not null,
  side text not null check (side in ('leaving', 'arriving')),
  state text not null check (state in ('open', 'closed', 'gone')),
  -- Of the ledger and of the feed, when it was closed.
  entry_number bigint,
  entry_hash text,
  event_number bigint
);

-- Counted up behind what is written: whoever reads a mark elsewhere has everything that was committed before it.
create table fence_marks (
  end_customer_id uuid not null primary key,
  mark bigint not null default 0
);
