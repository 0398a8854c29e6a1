-- The schema as it is, to be read: tables with all that belongs to them, functions, views.
-- `npm run schema` writes this file; nobody edits it, and nothing runs it. Tables are changed by a new migration, functions
-- and views in their files (docs/develop/sql.md). The tables of pg-boss are in a schema of their own, pgboss.

-- Which account plays which role. posting.* keys name one account, or.* keys may name many (one row of the statement).
-- Migrations: 0003, 0010, 0023.
create table account_mappings (
  end_customer_id uuid not null,
  account_mapping_id uuid not null,
  mapping_key text not null,
  account_code text not null,
  valid_from date not null,
  valid_to date,
  version integer not null,
  -- Made from the KMU codes of a chart, not given by the client.
  is_default boolean not null,
  constraint account_mappings_pkey PRIMARY KEY (end_customer_id, account_mapping_id),
  constraint account_mappings_check CHECK (valid_to >= valid_from),
  constraint account_mappings_mapping_key_check CHECK (mapping_key ~ '^(posting|or)\.'::text),
  constraint account_mappings_end_customer_id_account_code_fkey FOREIGN KEY (end_customer_id, account_code) REFERENCES accounts(end_customer_id, account_code)
);
CREATE UNIQUE INDEX account_mappings_or ON account_mappings USING btree (end_customer_id, account_code, valid_from) WHERE mapping_key ~~ 'or.%'::text AND mapping_key !~~ 'or.af\_%'::text;
CREATE UNIQUE INDEX account_mappings_or_function ON account_mappings USING btree (end_customer_id, account_code, valid_from) WHERE mapping_key ~~ 'or.af\_%'::text;
CREATE UNIQUE INDEX account_mappings_posting ON account_mappings USING btree (end_customer_id, mapping_key, valid_from) WHERE mapping_key ~~ 'posting.%'::text;
CREATE TRIGGER books_changed_by_delete AFTER DELETE ON account_mappings REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER books_changed_by_insert AFTER INSERT ON account_mappings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER books_changed_by_update AFTER UPDATE ON account_mappings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER keep_control_accounts AFTER INSERT ON account_mappings REFERENCING NEW TABLE AS new_mappings FOR EACH STATEMENT EXECUTE FUNCTION keep_control_accounts();

-- Those of totals, whose amounts are only added up.
-- Migrations: 0007, 0010, 0026, 0030, 0033.
create table account_period_totals (
  end_customer_id uuid not null,
  account_code text not null,
  -- First day of the month, or of the fiscal year where that starts within the month.
  period_start date not null,
  debit_minor numeric not null,
  credit_minor numeric not null,
  entry_type text not null default 'standard'::text,
  constraint account_period_totals_pkey PRIMARY KEY (end_customer_id, account_code, period_start, entry_type),
  constraint account_period_totals_entry_type_check CHECK (entry_type = ANY (ARRAY['standard'::text, 'opening'::text, 'closing'::text, 'takeover'::text]))
);
CREATE INDEX account_period_totals_opening_closing ON account_period_totals USING btree (end_customer_id, account_code) WHERE entry_type = ANY (ARRAY['opening'::text, 'closing'::text]);

-- The chart of accounts (Kontenplan): an account is for ever, what is said of it is said by a version of the chart.
-- Migrations: 0003, 0027, 0028, 0043, 0090.
create table accounts (
  end_customer_id uuid not null,
  account_code text not null,
  account_id text not null,
  account_type text not null,
  constraint accounts_pkey PRIMARY KEY (end_customer_id, account_code),
  constraint accounts_end_customer_id_account_id_key UNIQUE (end_customer_id, account_id),
  constraint accounts_account_type_check CHECK (account_type = ANY (ARRAY['asset'::text, 'liability'::text, 'equity'::text, 'revenue'::text, 'expense'::text, 'closing'::text])),
  constraint accounts_end_customer_id_fkey FOREIGN KEY (end_customer_id) REFERENCES end_customers(end_customer_id)
);
CREATE TRIGGER accounts_are_kept BEFORE DELETE OR TRUNCATE ON accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Migrations: 0013, 0030.
create table allocation_handoffs (
  end_customer_id uuid not null,
  handoff_id uuid not null,
  candidate_id uuid not null,
  payment_id uuid not null,
  target_document_id uuid not null,
  request jsonb not null,
  allocation_request_payload jsonb not null,
  allocation_request_payload_hash text not null,
  allocation_id uuid,
  idempotency_key text not null,
  actor_id text not null,
  request_id text not null,
  created_at timestamp with time zone not null,
  constraint allocation_handoffs_pkey PRIMARY KEY (end_customer_id, handoff_id)
);
CREATE INDEX allocation_handoffs_by_payload ON allocation_handoffs USING btree (end_customer_id, allocation_request_payload_hash) WHERE allocation_id IS NULL;

-- Migrations: 0013, 0095, 0100.
create table allocation_lines (
  end_customer_id uuid not null,
  allocation_id uuid not null,
  line_number integer not null,
  document_id uuid not null,
  amount_minor bigint not null,
  base_amount_minor bigint not null,
  open_amount_before_minor bigint not null,
  constraint allocation_lines_pkey PRIMARY KEY (end_customer_id, allocation_id, line_number),
  constraint allocation_lines_end_customer_id_allocation_id_document_id_key UNIQUE (end_customer_id, allocation_id, document_id),
  constraint allocation_lines_amount_minor_check CHECK (amount_minor <> 0)
);
CREATE INDEX allocation_lines_by_document ON allocation_lines USING btree (end_customer_id, document_id);

-- Migrations: 0013, 0024, 0030, 0068, 0095, 0100.
create table allocations (
  end_customer_id uuid not null,
  allocation_id uuid not null,
  -- Null: the request names the account.
  payment_id uuid,
  state text not null default 'draft'::text,
  posting_date date not null,
  currency text not null,
  amount_minor bigint not null,
  -- What was taken from customer credit, in base currency; null where it booked the payment itself.
  credit_base_minor bigint,
  journal_entry_id uuid,
  reversal_journal_entry_id uuid,
  request jsonb not null,
  actor_id text not null,
  request_id text not null,
  created_at timestamp with time zone not null,
  -- The line that leaves or takes the credit of the payment, 0 where rounding left no line, and its account.
  credit_line_number smallint,
  credit_account_code text,
  -- By the place of each line: the line of the entry that closes its document; 0 where rounding left no line.
  closed_line_numbers smallint[],
  constraint allocations_pkey PRIMARY KEY (end_customer_id, allocation_id),
  -- Money of an account goes out where credit notes are paid.
  constraint allocations_amount CHECK (amount_minor > 0 OR payment_id IS NULL) NOT VALID,
  constraint allocations_state_check CHECK (state = ANY (ARRAY['draft'::text, 'posted'::text, 'reversed'::text]))
);
CREATE INDEX allocations_by_id ON allocations USING btree (allocation_id);
CREATE INDEX allocations_by_payment ON allocations USING btree (end_customer_id, payment_id);
CREATE TRIGGER bank_entry_uses_kept AFTER INSERT OR UPDATE OF state ON allocations FOR EACH ROW EXECUTE FUNCTION keep_uses_of_allocations();

-- Who may call the service. A key belongs to an API client; the idempotency of requests is the client's, so that a
-- rotated key still replays what its predecessor was answered.
-- Migrations: 0001.
create table api_clients (
  client_id uuid not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  constraint api_clients_pkey PRIMARY KEY (client_id),
  constraint api_clients_name_key UNIQUE (name)
);

-- Migrations: 0001, 0084, 0091.
create table api_keys (
  key_id text not null,
  client_id uuid not null,
  -- SHA-256 of a secret with 256 random bits: nothing to guess, so no slow hash is needed. The secret is never stored.
  secret_hash text not null,
  scopes text[] not null,
  -- null: every end customer.
  end_customer_ids uuid[],
  expires_at timestamp with time zone,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (key_id),
  constraint api_keys_scopes_check CHECK (scopes <@ ARRAY['read'::text, 'write'::text, 'pages'::text] AND cardinality(scopes) > 0 AND (cardinality(scopes) = 1 OR NOT ('pages'::text = ANY (scopes)))),
  constraint api_keys_secret_hash_check CHECK (secret_hash ~ '^[0-9a-f]{64}$'::text),
  constraint api_keys_client_id_fkey FOREIGN KEY (client_id) REFERENCES api_clients(client_id)
);
-- Which end customers a client may still see is asked at each delivery.
CREATE INDEX api_keys_of_client ON api_keys USING btree (client_id);

-- The rate that converts the documents of a whole month.
-- Migrations: 0048.
create table average_exchange_rates (
  end_customer_id uuid not null,
  currency text not null,
  -- First day of the month.
  month date not null,
  -- Base currency for one unit, in hundred-millionths.
  rate_e8 bigint not null,
  source text not null default 'manual'::text,
  constraint average_exchange_rates_pkey PRIMARY KEY (end_customer_id, currency, month),
  constraint average_exchange_rates_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint average_exchange_rates_month_check CHECK (EXTRACT(day FROM month) = 1::numeric),
  constraint average_exchange_rates_rate_e8_check CHECK (rate_e8 > 0),
  constraint average_exchange_rates_end_customer_id_fkey FOREIGN KEY (end_customer_id) REFERENCES end_customers(end_customer_id)
);
CREATE TRIGGER books_changed_by_delete AFTER DELETE ON average_exchange_rates REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER books_changed_by_insert AFTER INSERT ON average_exchange_rates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER books_changed_by_update AFTER UPDATE ON average_exchange_rates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();

-- Accounts of which a request has said, or mappings or account numbers have, which QR-IBAN they have.
-- Migrations: 0067.
create table bank_accounts (
  end_customer_id uuid not null,
  iban text not null,
  -- Null: somebody has said that it has none.
  qr_iban text,
  stated_by text not null,
  -- Null while bank entries that came under the QR-IBAN before wait to be compared with those of the IBAN.
  joined_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint bank_accounts_pkey PRIMARY KEY (end_customer_id, iban),
  constraint bank_accounts_stated_by_check CHECK (stated_by = ANY (ARRAY['request'::text, 'mappings'::text, 'account_number'::text])),
  constraint bank_accounts_end_customer_id_fkey FOREIGN KEY (end_customer_id) REFERENCES end_customers(end_customer_id)
);
CREATE UNIQUE INDEX bank_accounts_by_qr_iban ON bank_accounts USING btree (end_customer_id, qr_iban) WHERE qr_iban IS NOT NULL;

-- Bank entries that were used beyond their amount before anybody prevented it. The verifier shows them.
-- Migrations: 0024.
create table bank_entry_conflicts (
  end_customer_id uuid not null,
  entry_id uuid not null,
  amount_minor bigint not null,
  used_minor bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint bank_entry_conflicts_pkey PRIMARY KEY (end_customer_id, entry_id)
);

-- Bank entries that nobody is to book, with the reason; a pair that cancels out shares one dismissal.
-- Migrations: 0024, 0061, 0122.
create table bank_entry_dismissals (
  end_customer_id uuid not null,
  dismissal_id uuid not null,
  entry_id uuid not null,
  with_entry_id uuid,
  reason text not null,
  actor_id text not null,
  request_id text not null,
  created_at timestamp with time zone not null,
  undone_reason text,
  undone_by text,
  undone_at timestamp with time zone,
  -- Of a dismissal that ended with a use: the day of that use, and how much the dismissal had taken.
  given_back_on date,
  amount_minor bigint,
  constraint bank_entry_dismissals_pkey PRIMARY KEY (end_customer_id, dismissal_id, entry_id)
);
CREATE INDEX bank_entry_dismissals_by_entry ON bank_entry_dismissals USING btree (end_customer_id, entry_id);
CREATE TRIGGER bank_entry_dismissals_stay BEFORE UPDATE OF undone_at, amount_minor ON bank_entry_dismissals FOR EACH ROW WHEN (new.amount_minor IS DISTINCT FROM old.amount_minor AND (old.undone_at IS NOT NULL OR new.undone_at IS NULL) OR old.undone_at IS NOT NULL AND new.undone_at IS DISTINCT FROM old.undone_at) EXECUTE FUNCTION keep_ended_dismissal();

-- Lines of vouchers that named a bank entry as their evidence before a voucher could use one. A request for a link decides.
-- Migrations: 0024.
create table bank_entry_link_proposals (
  end_customer_id uuid not null,
  entry_id uuid not null,
  journal_entry_id uuid not null,
  line_number smallint not null,
  amount_minor bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint bank_entry_link_proposals_pkey PRIMARY KEY (end_customer_id, entry_id, journal_entry_id, line_number),
  constraint bank_entry_link_proposals_amount_minor_check CHECK (amount_minor > 0)
);

-- Migrations: 0088.
create table bank_entry_names (
  end_customer_id uuid not null,
  -- In capitals and without blanks; of a long one the beginning.
  name text not null,
  entry_id uuid not null,
  constraint bank_entry_names_pkey PRIMARY KEY (end_customer_id, name, entry_id),
  constraint bank_entry_names_end_customer_id_fkey FOREIGN KEY (end_customer_id) REFERENCES end_customers(end_customer_id)
);
CREATE INDEX bank_entry_names_of_entry ON bank_entry_names USING btree (end_customer_id, entry_id);

-- The next migration validates what is not valid yet, without keeping writers out.
-- Migrations: 0024, 0032, 0034, 0061, 0085, 0086, 0102, 0110, 0122.
create table bank_entry_uses (
  end_customer_id uuid not null,
  bank_entry_use_id uuid not null,
  entry_id uuid not null,
  -- The payment of the bank entry that is used; null where it is the whole bank entry, or a part that is no payment.
  payment_id uuid,
  used_by text not null,
  -- The allocation, settlement or fact; a link is its own source.
  source_id uuid not null,
  -- The line of the ledger that books it; null until it is posted.
  journal_entry_id uuid,
  line_number smallint,
  -- In the currency of the bank entry.
  amount_minor bigint not null,
  state text not null,
  -- Of links: who made it and why, and who took it back.
  reason text,
  actor_id text,
  request_id text,
  release_reason text,
  released_by text,
  released_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  -- Of a bank entry that is booked: its account at the bank, its currency and its day.
  bank_account text,
  currency text,
  booking_date date,
  -- Of the line of the ledger.
  account_code text,
  line_currency text,
  posting_date date,
  entry_number bigint,
  -- The use has all that the line moves.
  is_whole_line boolean,
  -- The posting date of the reversal. Null for a link that somebody took back: it was never right.
  given_back_on date,
  constraint bank_entry_uses_pkey PRIMARY KEY (end_customer_id, bank_entry_use_id),
  constraint bank_entry_uses_amount_minor_check CHECK (amount_minor > 0),
  constraint bank_entry_uses_posted CHECK (state <> 'posted'::text OR journal_entry_id IS NOT NULL AND line_number IS NOT NULL),
  constraint bank_entry_uses_state_check CHECK (state = ANY (ARRAY['reserved'::text, 'posted'::text, 'released'::text])),
  constraint bank_entry_uses_used_by_check CHECK (used_by = ANY (ARRAY['allocation'::text, 'settlement'::text, 'voucher'::text, 'link'::text, 'return'::text]))
);
CREATE INDEX bank_entry_uses_between_days ON bank_entry_uses USING btree (end_customer_id, account_code, span_day(LEAST(booking_date, posting_date), GREATEST(booking_date, posting_date))) WHERE state = 'posted'::text AND booking_date <> posting_date;
CREATE INDEX bank_entry_uses_by_account_date ON bank_entry_uses USING btree (end_customer_id, account_code, posting_date, entry_number, line_number, is_whole_line) WHERE state = 'posted'::text;
CREATE INDEX bank_entry_uses_by_id ON bank_entry_uses USING btree (bank_entry_use_id);
CREATE INDEX bank_entry_uses_by_line ON bank_entry_uses USING btree (end_customer_id, journal_entry_id, line_number) WHERE state <> 'released'::text;
CREATE UNIQUE INDEX bank_entry_uses_by_payment ON bank_entry_uses USING btree (end_customer_id, payment_id) WHERE used_by = 'allocation'::text AND state <> 'released'::text;
CREATE INDEX bank_entry_uses_by_places ON bank_entry_uses USING btree (end_customer_id, bank_account, currency, account_code, line_currency) WHERE state = 'posted'::text AND bank_account IS NOT NULL AND account_code IS NOT NULL;
CREATE INDEX bank_entry_uses_by_source ON bank_entry_uses USING btree (end_customer_id, source_id);
CREATE INDEX bank_entry_uses_given_back_between_days ON bank_entry_uses USING btree (end_customer_id, span_day(posting_date, given_back_on)) WHERE posting_date < given_back_on;
CREATE INDEX bank_entry_uses_given_back_of_entry ON bank_entry_uses USING btree (end_customer_id, entry_id) WHERE given_back_on IS NOT NULL;
CREATE INDEX bank_entry_uses_given_back_of_line ON bank_entry_uses USING btree (end_customer_id, journal_entry_id, line_number) WHERE given_back_on IS NOT NULL;
CREATE INDEX bank_entry_uses_of_entry ON bank_entry_uses USING btree (end_customer_id, entry_id, created_at, bank_entry_use_id) WHERE state <> 'released'::text;
CREATE INDEX bank_entry_uses_of_settlements ON bank_entry_uses USING btree (end_customer_id, amount_minor) WHERE used_by = 'settlement'::text AND state = 'posted'::text;
CREATE INDEX bank_entry_uses_without_place ON bank_entry_uses USING btree (end_customer_id) WHERE state <> 'released'::text AND (account_code IS NULL OR bank_account IS NULL OR booking_date IS NULL);
CREATE CONSTRAINT TRIGGER bank_entry_uses_given_back AFTER UPDATE OF state ON bank_entry_uses DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (old.state = 'posted'::text AND new.state = 'released'::text AND new.released_by IS NULL) EXECUTE FUNCTION place_giving_back();
CREATE TRIGGER bank_entry_uses_placed BEFORE INSERT OR UPDATE OF entry_id, journal_entry_id, line_number, amount_minor ON bank_entry_uses FOR EACH ROW EXECUTE FUNCTION place_bank_entry_use();
CREATE CONSTRAINT TRIGGER bank_entry_uses_placed_late AFTER INSERT OR UPDATE OF entry_id, journal_entry_id, line_number, amount_minor ON bank_entry_uses DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.state = 'posted'::text AND new.account_code IS NULL) EXECUTE FUNCTION place_line_of_use();
CREATE TRIGGER bank_entry_uses_placed_on_day BEFORE INSERT OR UPDATE OF entry_id, journal_entry_id, line_number, amount_minor ON bank_entry_uses FOR EACH ROW WHEN (new.booking_date IS NULL) EXECUTE FUNCTION date_bank_entry_use();
CREATE TRIGGER bank_entry_uses_stay BEFORE UPDATE OF state, used_by, source_id, journal_entry_id, line_number ON bank_entry_uses FOR EACH ROW WHEN (old.state <> 'reserved'::text AND (new.state IS DISTINCT FROM old.state OR new.used_by IS DISTINCT FROM old.used_by OR new.source_id IS DISTINCT FROM old.source_id OR new.journal_entry_id IS DISTINCT FROM old.journal_entry_id OR new.line_number IS DISTINCT FROM old.line_number)) EXECUTE FUNCTION keep_posted_use();

-- Migrations: 0085.
create table bank_returns (
  end_customer_id uuid not null,
  return_id uuid not null,
  candidate_id uuid not null,
  -- The bank entry that brings the money back, and the one with which it had gone.
  entry_id uuid not null,
  original_entry_id uuid not null,
  returned_of text not null,
  subject_id uuid not null,
  currency text not null,
  -- What the bank entry moves for it, and what the item gets back of that; the bank has kept the rest, or taken it on top.
  amount_minor bigint not null,
  returned_minor bigint not null,
  -- Which of the payments that the bank entry brings back, in its order.
  part_number integer not null,
  -- The voucher that books it; null where the settlement or allocation is reversed as a whole.
  source_fact_id uuid,
  -- Whether it has marked a payment as returned, rather than the import.
  marks_payment boolean not null,
  actor_id text not null,
  request_id text not null,
  created_at timestamp with time zone not null,
  -- Of a reversal: who has unlinked the money from it again.
  undone_reason text,
  undone_by text,
  undone_at timestamp with time zone,
  constraint bank_returns_pkey PRIMARY KEY (end_customer_id, return_id),
  constraint bank_returns_amount_minor_check CHECK (amount_minor > 0),
  constraint bank_returns_part_number_check CHECK (part_number > 0),
  constraint bank_returns_returned_minor_check CHECK (returned_minor > 0),
  constraint bank_returns_returned_of_check CHECK (returned_of = ANY (ARRAY['allocation'::text, 'settlement'::text])),
  constraint bank_returns_undone CHECK ((undone_at IS NULL) = (undone_by IS NULL)),
  constraint bank_returns_end_customer_id_entry_id_fkey FOREIGN KEY (end_customer_id, entry_id) REFERENCES camt053_entries(end_customer_id, entry_id),
  constraint bank_returns_end_customer_id_fkey FOREIGN KEY (end_customer_id) REFERENCES end_customers(end_customer_id),
  constraint bank_returns_end_customer_id_original_entry_id_fkey FOREIGN KEY (end_customer_id, original_entry_id) REFERENCES camt053_entries(end_customer_id, entry_id)
);
CREATE INDEX bank_returns_by_id ON bank_returns USING btree (return_id);
CREATE INDEX bank_returns_entry ON bank_returns USING btree (end_customer_id, entry_id);
CREATE INDEX bank_returns_fact ON bank_returns USING btree (end_customer_id, source_fact_id) WHERE source_fact_id IS NOT NULL;
CREATE INDEX bank_returns_subject ON bank_returns USING btree (end_customer_id, subject_id);
-- The whole comes back once.
CREATE UNIQUE INDEX bank_returns_whole ON bank_returns USING btree (end_customer_id, subject_id) WHERE source_fact_id IS NULL AND undone_at IS NULL;

-- Which version has booked which bank entry, by which voucher.
-- Migrations: 0076.
create table bank_rule_bookings (
  end_customer_id uuid not null,
  booking_id uuid not null,
  rule_id uuid not null,
  version integer not null,
  entry_id uuid not null,
  source_fact_id uuid not null,
  -- Whether the service has booked it by itself; otherwise somebody has accepted the proposal.
  is_automatic boolean not null,
  actor_id text not null,
  request_id text not null,
  created_at timestamp with time zone not null,
  constraint bank_rule_bookings_pkey PRIMARY KEY (end_customer_id, booking_id),
  constraint bank_rule_bookings_end_customer_id_rule_id_version_fkey FOREIGN KEY (end_customer_id, rule_id, version) REFERENCES bank_rule_versions(end_customer_id, rule_id, version)
);
CREATE INDEX bank_rule_bookings_entry ON bank_rule_bookings USING btree (end_customer_id, entry_id);
CREATE UNIQUE INDEX bank_rule_bookings_fact ON bank_rule_bookings USING btree (end_customer_id, source_fact_id);
CREATE INDEX bank_rule_bookings_rule ON bank_rule_bookings USING btree (end_customer_id, rule_id, booking_id);
CREATE TRIGGER bank_rule_bookings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON bank_rule_bookings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Who has switched a rule on or off, and why.
-- Migrations: 0076.
create table bank_rule_switches (
  end_customer_id uuid not null,
  rule_id uuid not null,
  switch_number integer not null,
  version integer not null,
  state text not null,
  reason text not null,
  actor_id text not null,
  request_id text not null,
  created_at timestamp with time zone not null,
  constraint bank_rule_switches_pkey PRIMARY KEY (end_customer_id, rule_id, switch_number),
  constraint bank_rule_switches_state_check CHECK (state = ANY (ARRAY['on'::text, 'off'::text])),
  constraint bank_rule_switches_switch_number_check CHECK (switch_number > 0),
  constraint bank_rule_switches_end_customer_id_rule_id_version_fkey FOREIGN KEY (end_customer_id, rule_id, version) REFERENCES bank_rule_versions(end_customer_id, rule_id, version)
);
CREATE TRIGGER bank_rule_switches_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON bank_rule_switches FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Migrations: 0076.
create table bank_rule_versions (
  end_customer_id uuid not null,
  rule_id uuid not null,
  version integer not null,
  name text not null,
  mode text not null,
  conditions jsonb not null,
  action jsonb not null,
  actor_id text not null,
  request_id text not null,
  created_at timestamp with time zone not null,
  constraint bank_rule_versions_pkey PRIMARY KEY (end_customer_id, rule_id, version),
  constraint bank_rule_versions_mode_check CHECK (mode = ANY (ARRAY['candidate'::text, 'automatic'::text])),
  constraint bank_rule_versions_version_check CHECK (version > 0),
  constraint bank_rule_versions_end_customer_id_rule_id_fkey FOREIGN KEY (end_customer_id, rule_id) REFERENCES bank_rules(end_customer_id, rule_id)
);
CREATE TRIGGER bank_rule_versions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON bank_rule_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Migrations: 0076.
create table bank_rules (
  end_customer_id uuid not null,
  rule_id uuid not null,
  -- The present one of bank_rule_versions.
  version integer not null,
  state text not null,
  -- Since when the present version is on.
  switched_on_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint bank_rules_pkey PRIMARY KEY (end_customer_id, rule_id),
  constraint bank_rules_state_check CHECK (state = ANY (ARRAY['on'::text, 'off'::text])),
  constraint bank_rules_switched_on CHECK ((state = 'on'::text) = (switched_on_at IS NOT NULL)),
  constraint bank_rules_version_check CHECK (version > 0),
  constraint bank_rules_end_customer_id_fkey FOREIGN KEY (end_customer_id) REFERENCES end_customers(end_customer_id)
);
CREATE INDEX bank_rules_by_id ON bank_rules USING btree (rule_id);

-- Migrations: 0012, 0030.
create table camt053_chunks (
  end_customer_id uuid not null,
  import_id uuid not null,
  chunk_number integer not null,
  bytes bytea not null,
  constraint camt053_chunks_pkey PRIMARY KEY (end_customer_id, import_id, chunk_number)
);
CREATE TRIGGER camt053_chunks_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON camt053_chunks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An index on the bank entry itself would unpack it with every change of what is used of it: a batch of payments is
-- megabytes. The last migration of this release fills it.
-- Migrations: 0012, 0024, 0025, 0030, 0036, 0037, 0082, 0087, 0088, 0092, 0096, 0098, 0102, 0114, 0116.
create table camt053_entries (
  end_customer_id uuid not null,
  entry_id uuid not null,
  -- The import that brought it first.
  import_id uuid not null,
  canonical_entry_hash text not null,
  occurrence integer not null,
  account text not null,
  booking_date date,
  currency text not null,
  amount_minor bigint not null,
  credit_debit text not null,
  is_booked boolean not null,
  is_reversal boolean not null,
  entry jsonb not null,
  -- What its uses have taken of it: allocations, settlements, vouchers, links and returns.
  used_minor bigint not null default 0,
  created_at timestamp with time zone not null,
  -- What is used beyond the amount since before anybody prevented it, as far as nothing of that is reversed; 0 for all others.
  conflict_minor bigint not null default 0,
  -- The dismissal in force.
  dismissed_by uuid,
  -- The rules of its hash. Rows of the release before, also while it still runs, have those of version 1.
  rule_version smallint not null default 1,
  -- Its hash as if it were the first of its kind; null for rule version 1. The name is unlike any that queries of the
  -- release before join with.
  first_hash text,
  -- Digests of the bank's references, each with its kind; null for rule version 1.
  bank_references text[],
  -- The bank entry that this one may repeat, or repeats.
  possible_repeat_of uuid,
  -- Null where nothing was in doubt. Decided by a reviewer, or by bank statements that came later.
  repeat_state text,
  repeat_reason text,
  repeat_decided_by text,
  repeat_decided_at timestamp with time zone,
  -- Of a debit with one payment: the IBAN of who gets it, as the bank entry says it; else null.
  payee_account text,
  -- Whether one of its transactions says why it came back; null where the release before has brought it, and nobody has looked.
  says_return boolean,
  -- Of a bank entry without booking date; null of all others.
  stated_day date,
  constraint camt053_entries_pkey PRIMARY KEY (end_customer_id, entry_id),
  constraint camt053_entries_hash UNIQUE (end_customer_id, canonical_entry_hash),
  constraint camt053_entries_amount_minor_check CHECK (amount_minor >= 0),
  constraint camt053_entries_credit_debit_check CHECK (credit_debit = ANY (ARRAY['CRDT'::text, 'DBIT'::text])),
  -- What is used as a whole has no rest. NOT VALID spares the reading of all rows: the constraint of before was stricter.
  constraint camt053_entries_dismissed CHECK (dismissed_by IS NULL OR used_minor = 0 OR used_minor < amount_minor) NOT VALID,
  constraint camt053_entries_first_hash_kept CHECK ((rule_version = 1) = (first_hash IS NULL)),
  constraint camt053_entries_repeat_state_check CHECK (repeat_state = ANY (ARRAY['undecided'::text, 'repeat'::text, 'new'::text])),
  -- What may be a repeat is not booked, whoever tries.
  constraint camt053_entries_repeats CHECK ((repeat_state IS NULL) = (possible_repeat_of IS NULL) AND (repeat_state IS NULL OR repeat_state = 'new'::text OR used_minor = 0)),
  constraint camt053_entries_used CHECK (used_minor >= 0 AND used_minor <= (amount_minor + conflict_minor))
);
CREATE INDEX camt053_entries_announced ON camt053_entries USING btree (end_customer_id, entry_id) WHERE NOT is_booked;
CREATE INDEX camt053_entries_booked ON camt053_entries USING btree (end_customer_id, entry_id) WHERE is_booked AND used_minor >= amount_minor;
CREATE INDEX camt053_entries_by_account ON camt053_entries USING btree (end_customer_id, "left"(account, 100), entry_id);
CREATE INDEX camt053_entries_by_date ON camt053_entries USING btree (end_customer_id, booking_date, entry_id);
CREATE INDEX camt053_entries_by_id ON camt053_entries USING btree (entry_id);
CREATE INDEX camt053_entries_dismissed ON camt053_entries USING btree (end_customer_id, entry_id) WHERE dismissed_by IS NOT NULL;
CREATE INDEX camt053_entries_first_hash ON camt053_entries USING btree (end_customer_id, first_hash, occurrence) WHERE first_hash IS NOT NULL;
CREATE INDEX camt053_entries_of_payee ON camt053_entries USING btree (end_customer_id, "left"(payee_account, 100), entry_id) WHERE used_minor > 0 AND payee_account IS NOT NULL;
CREATE INDEX camt053_entries_of_rule_1 ON camt053_entries USING btree (end_customer_id, booking_date, amount_minor) WHERE rule_version = 1;
CREATE INDEX camt053_entries_overused ON camt053_entries USING btree (end_customer_id, entry_id) WHERE used_minor > amount_minor;
CREATE INDEX camt053_entries_partly_booked ON camt053_entries USING btree (end_customer_id, entry_id) WHERE is_booked AND used_minor > 0 AND used_minor < amount_minor;
CREATE INDEX camt053_entries_possible_repeats ON camt053_entries USING btree (end_customer_id, entry_id) WHERE repeat_state IS NOT NULL;
-- What the bank has booked and the ledger has not, or only a part of it.
CREATE INDEX camt053_entries_unbooked ON camt053_entries USING btree (end_customer_id, entry_id) WHERE is_booked AND dismissed_by IS NULL AND used_minor < amount_minor;
CREATE INDEX camt053_entries_unbooked_of_account ON camt053_entries USING btree (end_customer_id, "left"(account, 100), entry_id) WHERE is_booked AND dismissed_by IS NULL AND used_minor < amount_minor;
CREATE INDEX camt053_entries_used_debits ON camt053_entries USING btree (end_customer_id, amount_minor) WHERE credit_debit = 'DBIT'::text AND used_minor > 0;
CREATE CONSTRAINT TRIGGER bank_entries_dated AFTER INSERT ON camt053_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.booking_date IS NULL AND new.stated_day IS NULL) EXECUTE FUNCTION date_bank_entry();
CREATE TRIGGER bank_entry_conflicts_lowered BEFORE UPDATE OF used_minor ON camt053_entries FOR EACH ROW WHEN (old.conflict_minor > 0 AND new.used_minor < old.used_minor) EXECUTE FUNCTION lower_bank_entry_conflict();
CREATE TRIGGER bank_names_kept AFTER INSERT ON camt053_entries REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION keep_bank_names();
CREATE TRIGGER dismissed_rest_kept BEFORE UPDATE OF used_minor ON camt053_entries FOR EACH ROW WHEN (old.dismissed_by IS NOT NULL AND new.dismissed_by IS NOT NULL AND new.used_minor <> old.used_minor) EXECUTE FUNCTION keep_dismissed_rest();

-- Bank statements (camt.053) as evidence: the files as they came, and every booking of the bank once.
-- Migrations: 0012, 0025, 0030.
create table camt053_imports (
  end_customer_id uuid not null,
  import_id uuid not null,
  -- rejected: its own figures do not add up, nothing of it counts.
  state text not null,
  file_sha256 text not null,
  size_bytes bigint not null,
  message jsonb not null,
  -- Head, balances, sums and arithmetic of each statement; amounts are text.
  statements jsonb not null,
  new_entry_count integer,
  linked_entry_count integer,
  payment_count integer,
  actor_id text not null,
  request_id text not null,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  -- Why it is rejected, in a sentence.
  reason text,
  -- Bank entries that are kept and that another bank statement may have brought already.
  possible_repeat_count integer,
  is_test_file boolean not null default false,
  -- Who has accepted balances that do not add up, and why.
  difference_justification text,
  difference_accepted_by text,
  difference_accepted_at timestamp with time zone,
  constraint camt053_imports_pkey PRIMARY KEY (end_customer_id, import_id),
  constraint camt053_imports_state_check CHECK (state = ANY (ARRAY['received'::text, 'imported'::text, 'rejected'::text]))
);
-- For reads by the bare id.
CREATE INDEX camt053_imports_by_id ON camt053_imports USING btree (import_id);
CREATE TRIGGER bank_statements_kept AFTER INSERT OR UPDATE OF state ON camt053_imports FOR EACH ROW WHEN (new.state = 'imported'::text) EXECUTE FUNCTION keep_bank_statements();

-- Which statement says which booking; a booking that overlapping statements repeat is linked, not doubled.
-- Migrations: 0012, 0064.
create table camt053_statement_entries (
  end_customer_id uuid not null,
  import_id uuid not null,
  statement_number integer not null,
  position integer not null,
  account text not null,
  statement_id text,
  page text,
  -- Hash of the booking as if it were the first of its kind.
  content_hash text not null,
  entry_id uuid not null,
  -- The bank entry that a place in a bank statement belonged to before that one was found to repeat another; null where none was.
  brought_entry_id uuid,
  constraint camt053_statement_entries_pkey PRIMARY KEY (end_customer_id, import_id, statement_number, "position")
);
CREATE INDEX camt053_statement_entries_by_entry ON camt053_statement_entries USING btree (end_customer_id, entry_id);
CREATE INDEX camt053_statement_entries_pages ON camt053_statement_entries USING btree (end_customer_id, account, statement_id, content_hash) WHERE page IS NOT NULL;

-- The bank statements of imports that count, each page by itself; `until` is its last day, as text that sorts.
-- Migrations: 0025, 0030.
create table camt053_statements (
  end_customer_id uuid not null,
  import_id uuid not null,
  statement_number integer not null,
  account text not null,
  until text,
  figures jsonb not null,
  constraint camt053_statements_pkey PRIMARY KEY (end_customer_id, import_id, statement_number)
);
CREATE INDEX camt053_statements_by_account ON camt053_statements USING btree (end_customer_id, "left"(account, 100), until);

-- Migrations: 0075, 0078, 0088, 0131.
create table camt054_entries (
  end_customer_id uuid not null,
  notification_id uuid not null,
  -- The import that brought it first, and its place there.
  import_id uuid not null,
  notification_number integer not null,
  position integer not null,
  account text not null,
  -- The booking date, or else the value date.
  day date,
  currency text not null,
  amount_minor bigint not null,
  credit_debit text not null,
  is_booked boolean not null,
  is_reversal boolean not null,
  -- AcctSvcrRef and batches, as they are compared.
  join_references jsonb not null,
  -- What its details come to, as a part of a booking; null where nobody can say.
  details_minor bigint,
  detail_count integer not null,
  content_hash text not null,
  -- Of equal ones of one file.
  occurrence integer not null,
  -- waiting: no booking of the bank has it. joined: its details complete the bank entry. kept: evidence and nothing else.
  state text not null default 'waiting'::text,
  reason text,
  entry_id uuid,
  joined_at timestamp with time zone,
  -- Places of details that another notification of the same bank entry has too.
  skipped_details integer[] not null default '{}'::integer[],
  entry jsonb not null,
  created_at timestamp with time zone not null,
  -- Of its details, whatever their order; null in what came before this was made.
  details_hash text,
  constraint camt054_entries_pkey PRIMARY KEY (end_customer_id, notification_id),
  constraint camt054_entries_content UNIQUE (end_customer_id, content_hash, occurrence),
  constraint camt054_entries_amount_minor_check CHECK (amount_minor >= 0),
  constraint camt054_entries_credit_debit_check CHECK (credit_debit = ANY (ARRAY['CRDT'::text, 'DBIT'::text])),
  constraint camt054_entries_joined CHECK ((entry_id IS NULL) = (state = 'waiting'::text)),
  constraint camt054_entries_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'joined'::text, 'kept'::text]))
);
CREATE INDEX camt054_entries_by_id ON camt054_entries USING btree (notification_id);
CREATE INDEX camt054_entries_by_state ON camt054_entries USING btree (end_customer_id, state, notification_id);
-- Without a list of what is new: whoever reads would read all of it.
CREATE INDEX camt054_entries_joinable ON camt054_entries USING gin (join_hashes(end_customer_id, day, join_keys_of(join_references))) WITH (fastupdate=off) WHERE state <> 'joined'::text;
CREATE INDEX camt054_entries_of_entry ON camt054_entries USING btree (end_customer_id, entry_id, notification_id) WHERE entry_id IS NOT NULL;
CREATE INDEX camt054_entries_of_import ON camt054_entries USING btree (end_customer_id, import_id, notification_id);
CREATE INDEX camt054_entries_open ON camt054_entries USING btree (end_customer_id, day) WHERE state <> 'joined'::text;
CREATE TRIGGER notified_names_kept AFTER UPDATE OF state, entry_id ON camt054_entries FOR EACH ROW WHEN (new.state = 'joined'::text AND new.entry_id IS NOT NULL) EXECUTE FUNCTION keep_notified_names();

-- Migrations: 0075.
create table camt054_imports (
  end_customer_id uuid not null,
  import_id uuid not null,
  state text not null default 'received'::text,
  file_sha256 text not null,
  size_bytes bigint not null,
  message jsonb not null,
  -- Header and sums of each notification; amounts are text.
  notifications jsonb not null,
  is_test_file boolean not null,
  new_entry_count integer,
  known_entry_count integer,
  actor_id text not null,
  request_id text not null,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  constraint camt054_imports_pkey PRIMARY KEY (end_customer_id, import_id),
  constraint camt054_imports_state_check CHECK (state = ANY (ARRAY['received'::text, 'imported'::text]))
);
CREATE INDEX camt054_imports_by_id ON camt054_imports USING btree (import_id);

-- Rows of the balance sheet stand on the side of their balance, control accounts split by partner, and positions towards
-- holders of shares, organs and participations are shown apart.
-- Migrations: 0003, 0028.
create table chart_accounts (
  end_customer_id uuid not null,
  valid_from date not null,
  account_code text not null,
  account_name text not null,
  account_class text not null,
  currency text not null,
  status text not null,
  -- A balance on either side is normal; null is false.
  either_side_normal boolean,
  -- Has no balance when the books are in order; null where the code of the account decides.
  is_clearing boolean,
  -- Towards whom its amounts are; null where the code decides.
  related_to text,
  constraint chart_accounts_pkey PRIMARY KEY (end_customer_id, valid_from, account_code),
  constraint chart_accounts_related_to_check CHECK (related_to = ANY (ARRAY['holders'::text, 'organs'::text, 'participations'::text])),
  constraint chart_accounts_status_check CHECK (status = ANY (ARRAY['active'::text, 'inactive'::text])),
  constraint chart_accounts_end_customer_id_account_code_fkey FOREIGN KEY (end_customer_id, account_code) REFERENCES accounts(end_customer_id, account_code),
  constraint chart_accounts_end_customer_id_valid_from_fkey FOREIGN KEY (end_customer_id, valid_from) REFERENCES chart_versions(end_customer_id, valid_from) ON DELETE CASCADE
);
CREATE INDEX chart_accounts_by_account ON chart_accounts USING btree (end_customer_id, account_code, valid_from);
CREATE TRIGGER books_changed_by_delete AFTER DELETE ON chart_accounts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER books_changed_by_insert AFTER INSERT ON chart_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER books_changed_by_update AFTER UPDATE ON chart_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();

-- Migrations: 0003.
create table chart_versions (
  end_customer_id uuid not null,
  valid_from date not null,
  source_reference text,
  actor_id text not null,
  created_at timestamp with time zone not null default now(),
  constraint chart_versions_pkey PRIMARY KEY (end_customer_id, valid_from),
  constraint chart_versions_end_customer_id_fkey FOREIGN KEY (end_customer_id) REFERENCES end_customers(end_customer_id)
);
CREATE TRIGGER books_changed_by_delete AFTER DELETE ON chart_versions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER books_changed_by_insert AFTER INSERT ON chart_versions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER books_changed_by_update AFTER UPDATE ON chart_versions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();

-- A fold of the lines and items of control accounts, droppable and rebuildable like account_period_totals. Debit is
-- positive.
-- Migrations: 0023, 0030, 0033.
create table control_account_totals (
  end_customer_id uuid not null,
  account_code text not null,
  -- Of the line, and of the item.
  currency text not null,
  -- As in account_period_totals.
  period_start date not null,
  line_minor numeric not null,
  line_base_minor numeric not null,
  item_minor numeric not null,
  item_base_minor numeric not null,
  constraint control_account_totals_pkey PRIMARY KEY (end_customer_id, account_code, currency, period_start)
);

-- Sub-ledgers had a table for each side, with what is open today and no way to say what was open on another day; lines
-- on their accounts that came from elsewhere had no item at all, and nothing noticed. Now every line on a control account
-- opens an item or moves one, and the two tables of before are views of one.
-- Migrations: 0023.
create table control_accounts (
  end_customer_id uuid not null,
  account_code text not null,
  -- The role that it plays or once played: an account stays a control account.
  kind text not null,
  -- The last entry of the ledger when it became one.
  since_entry_number bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint control_accounts_pkey PRIMARY KEY (end_customer_id, account_code, kind),
  constraint control_accounts_kind_check CHECK (kind = ANY (ARRAY['receivable'::text, 'payable'::text, 'customer_credit'::text, 'supplier_advance'::text]))
);
CREATE TRIGGER adopt_control_account AFTER INSERT ON control_accounts FOR EACH ROW EXECUTE FUNCTION adopt_control_account();
CREATE TRIGGER books_changed_by_insert AFTER INSERT ON control_accounts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER control_accounts_are_kept BEFORE DELETE OR TRUNCATE ON control_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Which database this is, so that two variables that were swapped are noticed before anything is written. No row: the only one.
-- Migrations: 0117.
create table database_identity (
  is_single boolean not null default true,
  database_id uuid not null,
  name text not null,
  -- That of the database that knows where end customers are.
  home_id uuid not null,
  constraint database_identity_pkey PRIMARY KEY (is_single),
  constraint database_identity_check CHECK ((database_id = home_id) = (name = 'home'::text)),
  constraint database_identity_is_single_check CHECK (is_single)
);

-- The ledger databases, home among them. Empty elsewhere, and at home while there is one.
-- Migrations: 0117, 0127.
create table databases (
  name text not null,
  database_id uuid not null,
  -- Names of environment variables and never a URL: it has a password, which a backup would show, and hosts change their variables by themselves.
  url_variable text not null,
  -- Of the role that owns the tables; null: the other one does.
  owner_url_variable text,
  -- Opening: processes that think that home is the only one do not know it yet.
  state text not null,
  -- Its share of new end customers, beside those of the others.
  weight integer not null default 1,
  added_at timestamp with time zone not null default now(),
  draining_since timestamp with time zone,
  constraint databases_pkey PRIMARY KEY (name),
  constraint databases_database_id_key UNIQUE (database_id),
  constraint databases_url_variable_key UNIQUE (url_variable),
  constraint databases_check CHECK ((state = 'draining'::text) = (draining_since IS NOT NULL)),
  constraint databases_name_check CHECK (name ~ '^[a-z][a-z0-9_-]{0,39}$'::text),
  constraint databases_owner_url_variable_check CHECK (owner_url_variable ~ '^[A-Z][A-Z0-9_]{0,99}$'::text),
  constraint databases_state_check CHECK (state = ANY (ARRAY['opening'::text, 'open'::text, 'draining'::text])),
  constraint databases_url_variable_check CHECK (url_variable ~ '^[A-Z][A-Z0-9_]{0,99}$'::text),
  constraint databases_weight_check CHECK (weight >= 1 AND weight <= 1000)
);

-- End customers that have moved to another ledger database: nobody writes them here before they come back.
-- Migrations: 0125.
create table departed_customers (
  end_customer_id uuid not null,
  move_id uuid not null,
  constraint departed_customers_pkey PRIMARY KEY (end_customer_id)
);

-- Migrations: 0099.
create table end_customer_figures (
  end_customer_id uuid not null,
  -- Of the feed, and of the settings: the figures are those of this place. -1 while nothing was counted.
  event_number bigint not null default '-1'::integer,
  books_version bigint not null default '-1'::integer,
  -- Requests that use money without an event, until their posting has one, count up the first.
  marks bigint not null default 0,
  counted_marks bigint not null default 0,
  name_key text not null default '~'::text,
  blocked_facts integer not null default 0,
  -- Bank entries that are not booked, or in part.
  unbooked_entries integer not null default 0,
  -- Of open items; infinity where there is none.
  next_receivable_due date not null default 'infinity'::date,
  next_payable_due date not null default 'infinity'::date,
  next_due date not null generated always as (LEAST(next_receivable_due, next_payable_due)) stored,
  -- The end of the first period whose VAT return is not filed.
  next_vat_end date not null default 'infinity'::date,
  -- The end of the first fiscal year that is not closed.
  open_year_end date not null default 'infinity'::date,
  counted_at timestamp with time zone not null default now(),
  constraint end_customer_figures_pkey PRIMARY KEY (end_customer_id),
  constraint end_customer_figures_end_customer_id_fkey FOREIGN KEY (end_customer_id) REFERENCES end_customers(end_customer_id)
);
CREATE INDEX end_customer_figures_by_blocked ON end_customer_figures USING btree (blocked_facts, end_customer_id);
CREATE INDEX end_customer_figures_by_due ON end_customer_figures USING btree (next_due, end_customer_id);
CREATE INDEX end_customer_figures_by_name ON end_customer_figures USING btree (name_key, end_customer_id);
CREATE INDEX end_customer_figures_by_unbooked ON end_customer_figures USING btree (unbooked_entries, end_customer_id);
CREATE INDEX end_customer_figures_by_vat ON end_customer_figures USING btree (next_vat_end, end_customer_id);
CREATE INDEX end_customer_figures_by_year ON end_customer_figures USING btree (open_year_end, end_customer_id);

-- The end customer and what governs its books: fiscal years, locks and exchange rates.
-- Migrations: 0002, 0007, 0026, 0042, 0071, 0073.
create table end_customers (
  end_customer_id uuid not null,
  name text,
  uid text,
  base_currency text not null default 'CHF'::text,
  vat_method text not null default 'effective'::text,
  locale text not null default 'de'::text,
  created_at timestamp with time zone not null default now(),
  -- Decides which accounts take the result of a year, and how equity is laid out.
  legal_form text not null default 'company'::text,
  -- street_name, building_number, post_code, town_name, country. Null while nobody has said it.
  structured_address jsonb,
  constraint end_customers_pkey PRIMARY KEY (end_customer_id),
  constraint end_customers_base_currency_check CHECK (base_currency ~ '^[A-Z]{3}$'::text),
  constraint end_customers_legal_form_check CHECK (legal_form = ANY (ARRAY['company'::text, 'sole_proprietor'::text, 'partnership'::text, 'association'::text, 'foundation'::text])),
  constraint end_customers_locale_check CHECK (locale = ANY (ARRAY['de'::text, 'fr'::text, 'it'::text, 'en'::text])),
  constraint end_customers_vat_method_check CHECK (vat_method = ANY (ARRAY['effective'::text, 'net_tax_rate'::text, 'not_registered'::text]))
);
CREATE TRIGGER begin_vat_registration AFTER INSERT ON end_customers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_undated_vat_method();
CREATE TRIGGER books_changed_by_update AFTER UPDATE ON end_customers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER open_ledger AFTER INSERT ON end_customers REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION open_ledger();
CREATE TRIGGER open_statement_tables AFTER INSERT ON end_customers REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION open_statement_tables();
CREATE TRIGGER undated_vat_method_kept AFTER UPDATE ON end_customers REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_undated_vat_method();

-- Whoever appends takes this row last of all, so numbers are gapless and become visible in order.
-- Migrations: 0014, 0128.
create table event_heads (
  end_customer_id uuid not null,
  last_event_number bigint not null,
  -- A feed may lose its oldest events, where the operator sets a retention. Null where it has all of them, which costs no byte.
  first_kept_number bigint,
  constraint event_heads_pkey PRIMARY KEY (end_customer_id)
);

-- Migrations: 0014, 0030, 0128.
create table events (
  end_customer_id uuid not null,
  event_number bigint not null,
  event_type text not null,
  subject_type text not null,
  subject_id uuid not null,
  journal_entry_id uuid,
  blocker_codes text[] not null,
  created_at timestamp with time zone not null default now(),
  constraint events_pkey PRIMARY KEY (end_customer_id, event_number)
);
CREATE TRIGGER events_append_only BEFORE UPDATE OR TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER events_kept AFTER DELETE ON events REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION refuse_kept_events();

-- Base currency for one unit of a foreign currency, in hundred-millionths (0.95 is 95000000).
-- Migrations: 0002.
create table exchange_rates (
  end_customer_id uuid not null,
  currency text not null,
  rate_date date not null,
  rate_e8 bigint not null,
  source text not null default 'manual'::text,
  constraint exchange_rates_pkey PRIMARY KEY (end_customer_id, currency, rate_date),
  constraint exchange_rates_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint exchange_rates_rate_e8_check CHECK (rate_e8 > 0),
  constraint exchange_rates_end_customer_id_fkey FOREIGN KEY (end_customer_id) REFERENCES end_customers(end_customer_id)
);
CREATE TRIGGER books_changed_by_delete AFTER DELETE ON exchange_rates REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER books_changed_by_insert AFTER INSERT ON exchange_rates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER books_changed_by_update AFTER UPDATE ON exchange_rates REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();

-- What a source system sent never changes; what has been decided of it does. In one row every decision wrote the whole
-- fact anew, with an entry in each of its five indexes: a seventh of the time in which a ledger is held.
-- Migrations: 0021, 0022, 0024, 0026, 0030, 0031, 0035, 0039, 0040, 0047, 0070, 0105.
create table fact_states (
  end_customer_id uuid not null,
  source_fact_id uuid not null,
  state text not null default 'received'::text,
  -- Equal for documents of the same supplier, date, amount and number; null without a number.
  duplicate_key text,
  blockers jsonb not null default '[]'::jsonb,
  blocker_codes text[] not null default '{}'::text[],
  journal_entry_id uuid,
  superseded_by uuid,
  evaluated_at timestamp with time zone,
  -- Set when evaluating it failed for a reason that is not accounting; later facts then no longer wait for it.
  failed_at timestamp with time zone,
  -- What was told about a fact without blocking it; null where there is nothing, which costs a row nothing.
  warnings jsonb,
  -- Who has withdrawn a fact, when and why; null where nobody has, which costs a row nothing.
  withdrawal jsonb,
  -- What may free a blocked fact that names open items or bank entries: their ids and hashes. Null where a process that
  -- does not know the column has blocked it; such a fact is tried again with any change until somebody has said it.
  waits_for text[],
  lines smallint,
  decide_again_at timestamp with time zone,
  constraint fact_states_pkey PRIMARY KEY (end_customer_id, source_fact_id),
  constraint fact_states_state_check CHECK (state = ANY (ARRAY['received'::text, 'blocked'::text, 'posted'::text, 'reversed'::text, 'superseded'::text, 'withdrawn'::text])),
  constraint fact_states_withdrawal CHECK ((state = 'withdrawn'::text) = (withdrawal IS NOT NULL))
);
-- fact_states_waits_for serves processes of the release before until the next release drops it.
CREATE INDEX fact_states_awaited ON fact_states USING gin (names_of_customer(end_customer_id, waits_for)) WHERE state = 'blocked'::text AND waits_for IS NOT NULL;
CREATE INDEX fact_states_blocked ON fact_states USING btree (end_customer_id, source_fact_id) WHERE state = 'blocked'::text;
CREATE INDEX fact_states_by_duplicate_key ON fact_states USING btree (end_customer_id, duplicate_key, journal_entry_id) WHERE duplicate_key IS NOT NULL AND state = 'posted'::text;
CREATE INDEX fact_states_failed ON fact_states USING btree (end_customer_id, source_fact_id) WHERE failed_at IS NOT NULL;
-- fact_states_waiting, with these facts. A query for the others alone is served by it too.
CREATE INDEX fact_states_undecided ON fact_states USING btree (end_customer_id, source_fact_id) WHERE state = 'received'::text AND failed_at IS NULL OR state = 'blocked'::text AND decide_again_at IS NOT NULL;
-- Blocked facts that do not say what they wait for, with the blockers that the value of an open item may remove as well.
-- fact_states_wait serves processes of the release before until the next release drops it.
CREATE INDEX fact_states_unsaid ON fact_states USING btree (end_customer_id, source_fact_id) WHERE state = 'blocked'::text AND waits_for IS NULL AND blocker_codes && '{bank_entry_unknown,bank_entry_exhausted,bank_entry_amount_mismatch,payment_not_booked,open_item_unknown,open_item_exceeded,open_item_mismatch,set_off_consent_missing,voucher_not_balanced,account_mapping_missing,account_unknown,account_inactive,control_account_without_item,amount_too_large}'::text[];
CREATE TRIGGER bank_entry_uses_kept AFTER UPDATE OF state ON fact_states FOR EACH ROW WHEN (new.state = 'reversed'::text AND old.state <> 'reversed'::text AND new.journal_entry_id IS NOT NULL) EXECUTE FUNCTION keep_uses_of_facts();
CREATE TRIGGER fact_withdrawals_final AFTER UPDATE ON fact_states FOR EACH ROW WHEN (old.state = 'withdrawn'::text) EXECUTE FUNCTION refuse_change();

-- Which end customers may not be written, or do not live, in this database: the one who moves, and whoever has moved away.
-- Migrations: 0117.
create table fences (
  end_customer_id uuid not null,
  move_id uuid not null,
  epoch bigint not null,
  side text not null,
  state text not null,
  -- Of the ledger and of the feed, when it was closed.
  entry_number bigint,
  entry_hash text,
  event_number bigint,
  constraint fences_pkey PRIMARY KEY (end_customer_id),
  constraint fences_side_check CHECK (side = ANY (ARRAY['leaving'::text, 'arriving'::text])),
  constraint fences_state_check CHECK (state = ANY (ARRAY['open'::text, 'closed'::text, 'gone'::text]))
);

-- Who opened or closed a fiscal year, and why. Kept as long as the books (GeBüV Art. 7).
-- Migrations: 0008.
create table fiscal_year_changes (
  end_customer_id uuid not null,
  change_id uuid not null,
  fiscal_year_id text not null,
  state text not null,
  reason text not null,
  actor_id text not null,
  created_at timestamp with time zone not null default now(),
  constraint fiscal_year_changes_pkey PRIMARY KEY (end_customer_id, change_id),
  constraint fiscal_year_changes_state_check CHECK (state = ANY (ARRAY['open'::text, 'closed'::text]))
);
CREATE TRIGGER fiscal_year_changes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON fiscal_year_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What the statements of a closed year are made of, as it was when the year was closed: a later chart, name, mapping,
-- legal form or entry changes nothing of them. Closing a year again adds a row.
-- Migrations: 0027.
create table fiscal_year_closings (
  end_customer_id uuid not null,
  closing_id uuid not null,
  fiscal_year_id text not null,
  -- The ledger's last entry when the year was closed.
  entry_number bigint not null,
  entry_hash text not null,
  -- 'migration' where the database has kept it for a process that keeps nothing.
  kept_by text not null,
  -- Of the rules that gave each amount its row.
  rule_version integer not null,
  -- JSON: ledger, buckets, accounts with their sums and rows, balance sheets, figures of checks.
  content text not null,
  content_sha256 text not null,
  -- The row of fiscal_year_changes; null where a process wrote that which does not know this table.
  change_id uuid,
  created_at timestamp with time zone not null default now(),
  constraint fiscal_year_closings_pkey PRIMARY KEY (end_customer_id, closing_id),
  constraint fiscal_year_closings_hash CHECK (content_sha256 = encode(sha256(convert_to(content, 'UTF8'::name)), 'hex'::text)),
  constraint fiscal_year_closings_kept_by_check CHECK (kept_by = ANY (ARRAY['close'::text, 'migration'::text]))
);
CREATE TRIGGER fiscal_year_closings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON fiscal_year_closings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Migrations: 0002, 0027.
create table fiscal_years (
  end_customer_id uuid not null,
  fiscal_year_id text not null,
  start_date date not null,
  end_date date not null,
  state text not null default 'open'::text,
  -- The row of fiscal_year_closings that a closed year answers with. It stays when the year is opened again.
  closing_id uuid,
  constraint fiscal_years_pkey PRIMARY KEY (end_customer_id, fiscal_year_id),
  constraint fiscal_years_end_customer_id_start_date_key UNIQUE (end_customer_id, start_date),
  constraint fiscal_years_check CHECK (end_date >= start_date),
  constraint fiscal_years_state_check CHECK (state = ANY (ARRAY['open'::text, 'closed'::text])),
  constraint fiscal_years_end_customer_id_fkey FOREIGN KEY (end_customer_id) REFERENCES end_customers(end_customer_id)
);
CREATE TRIGGER books_changed_by_delete AFTER DELETE ON fiscal_years REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER books_changed_by_insert AFTER INSERT ON fiscal_years REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER books_changed_by_update AFTER UPDATE ON fiscal_years REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER contiguous_after_delete AFTER DELETE ON fiscal_years REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION check_fiscal_years();
CREATE TRIGGER contiguous_after_insert AFTER INSERT ON fiscal_years REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION check_fiscal_years();
CREATE TRIGGER contiguous_after_update AFTER UPDATE ON fiscal_years REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION check_fiscal_years();
CREATE TRIGGER fiscal_years_keep_closed BEFORE UPDATE ON fiscal_years FOR EACH ROW WHEN (new.state = 'closed'::text AND (new.closing_id IS NULL OR old.state <> 'closed'::text AND NOT new.closing_id IS DISTINCT FROM old.closing_id)) EXECUTE FUNCTION keep_closed_year();

-- The same rule without the bound {1,255}, which cost more than the rest of accepting a fact.
-- Migrations: 0001, 0016, 0030, 0113.
create table idempotency_records (
  client_id uuid not null,
  idempotency_key text not null,
  -- SHA-256 over method, path and the RFC 8785 form of the body.
  fingerprint text not null,
  status smallint not null,
  response text not null,
  created_at timestamp with time zone not null default now(),
  -- Null for what is of an API client or of several end customers, and for a request of before there was this column.
  end_customer_id uuid,
  constraint idempotency_records_pkey PRIMARY KEY (client_id, idempotency_key),
  constraint idempotency_records_idempotency_key_check CHECK (length(idempotency_key) >= 1 AND length(idempotency_key) <= 255 AND idempotency_key !~ '[^\x20-\x7e]'::text)
);
CREATE INDEX idempotency_records_created_at ON idempotency_records USING btree (created_at);

-- Migrations: 0004, 0013, 0030.
create table intents (
  end_customer_id uuid not null,
  intent_id uuid not null,
  intent_type text not null,
  -- What the work is done on: the source fact of a reversal.
  subject_id uuid not null,
  request jsonb not null,
  state text not null default 'pending'::text,
  blockers jsonb not null default '[]'::jsonb,
  blocker_codes text[] not null default '{}'::text[],
  result jsonb,
  actor_id text not null,
  request_id text not null,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  constraint intents_pkey PRIMARY KEY (end_customer_id, intent_id),
  constraint intents_intent_type_check CHECK (intent_type = ANY (ARRAY['source_fact_reversal'::text, 'allocation_posting'::text, 'allocation_reversal'::text, 'settlement_posting'::text, 'settlement_reversal'::text, 'manual_payment_reversal'::text])),
  constraint intents_state_check CHECK (state = ANY (ARRAY['pending'::text, 'succeeded'::text, 'blocked'::text, 'failed'::text]))
);
CREATE INDEX intents_blocked ON intents USING btree (end_customer_id, intent_id) WHERE state = 'blocked'::text;
CREATE INDEX intents_by_subject ON intents USING btree (end_customer_id, subject_id, intent_id);
-- A fact is reversed once; only a failed attempt makes room for another.
CREATE UNIQUE INDEX intents_one_reversal ON intents USING btree (end_customer_id, subject_id) WHERE intent_type ~~ '%\_reversal'::text AND state <> 'failed'::text;

-- Income and expense of a running year that another system had booked.
-- Migrations: 0005, 0010, 0018, 0020, 0023, 0026, 0030, 0033.
create table journal_entries (
  end_customer_id uuid not null,
  entry_number bigint not null,
  journal_entry_id uuid not null,
  fiscal_year_id text not null,
  posting_date date not null,
  document_date date not null,
  description text not null,
  source_type text not null,
  source_id uuid not null,
  source_snapshot jsonb not null,
  reversal_of uuid,
  rule_version integer not null,
  actor_id text not null,
  request_id text not null,
  currency text not null,
  line_count integer not null,
  total_minor bigint not null,
  posted_at timestamp with time zone not null,
  previous_hash text not null,
  entry_hash text not null,
  entry_type text not null default 'standard'::text,
  constraint journal_entries_pkey PRIMARY KEY (end_customer_id, entry_number),
  constraint journal_entries_entry_number_check CHECK (entry_number > 0),
  constraint journal_entries_entry_type_check CHECK (entry_type = ANY (ARRAY['standard'::text, 'opening'::text, 'closing'::text, 'takeover'::text])),
  constraint journal_entries_line_count_check CHECK (line_count >= 2),
  constraint journal_entries_total_minor_check CHECK (total_minor > 0)
);
CREATE INDEX journal_entries_by_date ON journal_entries USING btree (end_customer_id, posting_date, entry_number);
CREATE UNIQUE INDEX journal_entries_id ON journal_entries USING btree (journal_entry_id, end_customer_id);
-- There are few such entries. Checks look at them with every statement, and a fold takes every other entry as standard.
CREATE INDEX journal_entries_not_standard ON journal_entries USING btree (end_customer_id, entry_number) INCLUDE (entry_type) WHERE entry_type <> 'standard'::text;
CREATE UNIQUE INDEX journal_entries_once_per_source ON journal_entries USING btree (end_customer_id, source_id) WHERE reversal_of IS NULL;
-- Reversals of entries of earlier years, which statements show apart.
CREATE INDEX journal_entries_prior_period ON journal_entries USING btree (end_customer_id, fiscal_year_id) WHERE reversal_of IS NOT NULL AND (source_snapshot #>> '{reversal,prior_fiscal_year_id}'::text[]) IS NOT NULL;
CREATE UNIQUE INDEX journal_entries_reversal_of ON journal_entries USING btree (end_customer_id, reversal_of) WHERE reversal_of IS NOT NULL;
CREATE TRIGGER check_entries AFTER INSERT ON journal_entries REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION check_journal_entries();
CREATE TRIGGER follow_entries AFTER INSERT ON journal_entries REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION follow_entries();
CREATE TRIGGER journal_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON journal_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Migrations: 0005, 0010, 0023, 0030, 0044, 0055, 0056, 0058, 0101.
create table journal_lines (
  end_customer_id uuid not null,
  entry_number bigint not null,
  line_number smallint not null,
  account_code text not null,
  posting_date date not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  -- The same amount in the currency of the document; equal to the base amount where that is the base currency.
  transaction_currency text not null,
  transaction_minor bigint not null,
  rate_e8 bigint,
  -- Tax code, rate and amounts as they were on the day of posting; never looked up again.
  tax jsonb,
  -- What a voucher says of a line.
  text text,
  -- The item that a voucher's line names or opens.
  open_item jsonb,
  -- The tax that this line makes due: that of documents of an end customer who reports consideration as it is received.
  tax_due jsonb,
  constraint journal_lines_pkey PRIMARY KEY (end_customer_id, entry_number, line_number),
  constraint journal_lines_one_side CHECK (debit_minor > 0 AND credit_minor = 0 OR credit_minor > 0 AND debit_minor = 0),
  constraint journal_lines_transaction_minor_check CHECK (transaction_minor >= 0)
);
-- The ledger of one account is read by date; whether an account has postings at all is answered by the same index.
CREATE INDEX journal_lines_by_account_date ON journal_lines USING btree (end_customer_id, account_code, posting_date, entry_number, line_number);
CREATE INDEX journal_lines_due_vat_period ON journal_lines USING btree (end_customer_id, entry_number) WHERE tax_due @? '$[*]."vat_period"'::jsonpath;
CREATE INDEX journal_lines_other_tax_day ON journal_lines USING btree (end_customer_id, posting_date) WHERE tax ? 'tax_date'::text;
-- Lines with tax that counts on another day than that of their entry.
CREATE INDEX journal_lines_tax_date ON journal_lines USING btree (end_customer_id, entry_number) WHERE tax ? 'tax_date'::text OR tax_due @? '$[*]."tax_date"'::jsonpath;
CREATE INDEX journal_lines_tax_day ON journal_lines USING btree (end_customer_id, (tax ->> 'tax_date'::text)) WHERE tax ? 'tax_date'::text;
CREATE INDEX journal_lines_vat_period ON journal_lines USING btree (end_customer_id, entry_number) WHERE tax ? 'vat_period'::text;
CREATE TRIGGER check_lines AFTER INSERT ON journal_lines REFERENCING NEW TABLE AS new_lines FOR EACH STATEMENT EXECUTE FUNCTION check_journal_lines();
CREATE TRIGGER journal_lines_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON journal_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- JSON and hashes are compared by nobody.
-- Migrations: 0062.
create table kept_bank_reconciliations (
  end_customer_id uuid not null,
  closing_id uuid not null,
  account_code text not null,
  -- The accounts at the bank that were mapped to it.
  bank_accounts text[] not null,
  -- JSON: names, position in the ledger, balances, differences, gaps.
  content text not null,
  content_sha256 text not null,
  constraint kept_bank_reconciliations_pkey PRIMARY KEY (end_customer_id, closing_id, account_code),
  constraint kept_bank_reconciliations_hash CHECK (content_sha256 = encode(sha256(convert_to(content, 'UTF8'::name)), 'hex'::text))
);
CREATE TRIGGER kept_bank_reconciliations_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON kept_bank_reconciliations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Everything that a ledger has ever debited, so that no posting makes its sums too large to be written.
-- Migrations: 0002, 0026.
create table ledger_heads (
  end_customer_id uuid not null,
  last_entry_number bigint not null default 0,
  last_entry_hash text not null default repeat('0'::text, 64),
  books_version bigint not null default 0,
  total_debit_minor numeric not null default 0,
  -- The last entry that is in it: after going back to the release before, whose trigger counts nothing, and forward again,
  -- the entries of the time in between are added to it.
  counted_entry_number bigint not null default 0,
  constraint ledger_heads_pkey PRIMARY KEY (end_customer_id),
  constraint ledger_heads_end_customer_id_fkey FOREIGN KEY (end_customer_id) REFERENCES end_customers(end_customer_id)
);

-- Roots of complete subtrees over the hashes of entries, 256 to the power of `level` entries each: what is stamped daily is
-- computed from the entries that are new, and a path from some hundred hashes.
-- Migrations: 0094.
create table ledger_subtrees (
  end_customer_id uuid not null,
  level smallint not null,
  -- 0: it begins with the first entry.
  position bigint not null,
  hash text not null,
  constraint ledger_subtrees_pkey PRIMARY KEY (end_customer_id, level, "position"),
  constraint ledger_subtrees_level_check CHECK (level > 0),
  constraint ledger_subtrees_position_check CHECK ("position" >= 0)
);
CREATE TRIGGER ledger_subtrees_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_subtrees FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Migrations: 0023.
create table legacy_line_uses (
  end_customer_id uuid not null,
  entry_number bigint not null,
  line_number smallint not null,
  by_entry_number bigint not null,
  by_line_number smallint not null,
  posting_date date not null,
  -- With the sign of the line; a reversal gives back.
  amount_minor bigint not null,
  base_amount_minor bigint not null,
  constraint legacy_line_uses_pkey PRIMARY KEY (end_customer_id, by_entry_number, by_line_number, entry_number, line_number)
);
CREATE TRIGGER legacy_line_uses_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON legacy_line_uses FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Lines on control accounts from before they were such, and what is left of them to be given items.
-- Migrations: 0023.
create table legacy_lines (
  end_customer_id uuid not null,
  entry_number bigint not null,
  line_number smallint not null,
  account_code text not null,
  posting_date date not null,
  currency text not null,
  -- Debit is positive.
  amount_minor bigint not null,
  base_amount_minor bigint not null,
  rest_minor bigint not null,
  rest_base_minor bigint not null,
  constraint legacy_lines_pkey PRIMARY KEY (end_customer_id, entry_number, line_number)
);
CREATE INDEX legacy_lines_unassigned ON legacy_lines USING btree (end_customer_id, account_code, currency) WHERE rest_minor <> 0 OR rest_base_minor <> 0;

-- Evidence only: never posted, never allocated.
-- Migrations: 0013.
create table manual_payments (
  end_customer_id uuid not null,
  manual_payment_id uuid not null,
  state text not null default 'recorded'::text,
  amount_minor bigint not null,
  currency text not null,
  event_date date not null,
  source_channel text not null,
  reference text,
  evidence_sha256 text,
  reversal_reason text,
  correction_payment_id uuid,
  actor_id text not null,
  request_id text not null,
  created_at timestamp with time zone not null,
  constraint manual_payments_pkey PRIMARY KEY (end_customer_id, manual_payment_id),
  constraint manual_payments_state_check CHECK (state = ANY (ARRAY['recorded'::text, 'reversed'::text]))
);
CREATE INDEX manual_payments_by_id ON manual_payments USING btree (manual_payment_id);

-- An end customer on its way from one database to another. That it lives at the new place is this row's state, and nothing else.
-- Migrations: 0117, 0127.
create table moves (
  move_id uuid not null,
  end_customer_id uuid not null,
  from_name text not null,
  to_name text not null,
  state text not null default 'planned'::text,
  -- Who has an older one has been overtaken, and changes nothing.
  epoch bigint not null default 1,
  -- What was counted and compared on the way.
  found jsonb not null default '{}'::jsonb,
  begun_at timestamp with time zone not null default now(),
  changed_at timestamp with time zone not null default now(),
  constraint moves_pkey PRIMARY KEY (move_id),
  constraint moves_check CHECK (from_name <> to_name),
  constraint moves_state_check CHECK (state = ANY (ARRAY['planned'::text, 'fenced'::text, 'copying'::text, 'following'::text, 'closing'::text, 'closed'::text, 'turned'::text, 'opened'::text, 'cleaned'::text, 'taking_back'::text, 'taken_back'::text]))
);
-- One at a time.
CREATE UNIQUE INDEX moves_under_way ON moves USING btree (end_customer_id) WHERE state <> ALL (ARRAY['cleaned'::text, 'taken_back'::text]);

-- What happened to open items after their opening; the opening itself is in their row.
-- Migrations: 0023, 0029, 0050, 0051, 0057, 0083, 0112.
create table open_item_changes (
  end_customer_id uuid not null,
  entry_number bigint not null,
  -- 0 where rounding left no line.
  line_number smallint not null,
  open_item_id uuid not null,
  posting_date date not null,
  -- With the sign of the item: what is used is taken from it.
  amount_minor bigint not null,
  base_amount_minor bigint not null,
  -- opened: credit that a payment left once more.
  purpose text not null,
  constraint open_item_changes_pkey PRIMARY KEY (end_customer_id, entry_number, line_number, open_item_id),
  constraint open_item_changes_purpose_check CHECK (purpose = ANY (ARRAY['opened'::text, 'payment'::text, 'refund'::text, 'set_off'::text, 'write_off'::text, 'transfer'::text, 'revaluation'::text, 'reversal'::text]))
);
CREATE INDEX open_item_changes_by_item ON open_item_changes USING btree (end_customer_id, open_item_id);
CREATE INDEX open_item_changes_of_money ON open_item_changes USING btree (end_customer_id, posting_date) WHERE purpose = ANY (ARRAY['payment'::text, 'refund'::text]);
CREATE TRIGGER keep_spans AFTER INSERT ON open_item_changes REFERENCING NEW TABLE AS new_changes FOR EACH STATEMENT EXECUTE FUNCTION keep_open_item_spans();
CREATE TRIGGER list_changed_items AFTER INSERT ON open_item_changes REFERENCING NEW TABLE AS new_changes FOR EACH STATEMENT EXECUTE FUNCTION list_changed_items();
CREATE TRIGGER move_credit_anew BEFORE INSERT ON open_item_changes FOR EACH ROW WHEN (new.purpose <> ALL (ARRAY['opened'::text, 'reversal'::text])) EXECUTE FUNCTION move_credit_anew();
CREATE TRIGGER open_credit_anew BEFORE INSERT ON open_item_changes FOR EACH ROW WHEN (new.purpose = 'opened'::text) EXECUTE FUNCTION open_credit_anew();
CREATE TRIGGER open_item_changes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON open_item_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Migrations: 0083.
create table open_item_groups (
  end_customer_id uuid not null,
  -- open_item_group of all that follows.
  group_id uuid not null,
  kind text not null,
  account_code text not null,
  currency text not null,
  partner_reference text,
  partner_name text not null,
  constraint open_item_groups_pkey PRIMARY KEY (end_customer_id, group_id)
);

-- sql.md: no statistics
-- Migrations: 0083.
create table open_item_spans (
  end_customer_id uuid not null,
  open_item_id uuid not null,
  group_id uuid not null,
  -- As opened.
  amount_minor bigint not null,
  base_amount_minor bigint not null,
  -- The first day on which anything moved the item.
  first_day date not null,
  -- The day from which it ages.
  due_on date not null,
  -- As in open_items.
  used_from date,
  closed_on date,
  rest_from date,
  -- span_day of the days from first_day to closed_on.
  span_day integer,
  rest_minor bigint,
  rest_base_minor bigint,
  constraint open_item_spans_pkey PRIMARY KEY (end_customer_id, open_item_id)
);
CREATE INDEX open_item_spans_begun ON open_item_spans USING btree (end_customer_id, span_day, closed_on) WHERE closed_on IS NOT NULL;
CREATE INDEX open_item_spans_unclosed ON open_item_spans USING btree (end_customer_id, first_day) WHERE closed_on IS NULL;
CREATE INDEX open_item_spans_unfinished ON open_item_spans USING btree (end_customer_id, span_day, first_day) WHERE closed_on IS NOT NULL;

-- When an item was open, so that the open items of any day are found among many that were closed long ago. All of it
-- follows from open_item_changes: an item that nothing has changed has none of it.
-- Migrations: 0023, 0029, 0030, 0038, 0043, 0050, 0051, 0083, 0099, 0102, 0108, 0109, 0112, 0118, 0120, 0121, 0123.
create table open_items (
  end_customer_id uuid not null,
  open_item_id uuid not null,
  -- receivable, customer_credit: debit is positive. payable, supplier_advance: credit is positive.
  kind text not null,
  account_code text not null,
  source_fact_id uuid,
  -- The payment that left this credit. Its first credit has its id.
  payment_id uuid,
  journal_entry_id uuid not null,
  -- The line that opened it; 0 where rounding left no line.
  entry_number bigint not null,
  line_number smallint not null,
  posting_date date not null,
  partner_name text not null,
  partner_reference text,
  document_number text,
  document_date date not null,
  due_date date,
  payment_reference text,
  currency text not null,
  -- As opened.
  amount_minor bigint not null,
  base_amount_minor bigint not null,
  -- What nothing has used or reserved.
  open_amount_minor bigint not null,
  base_open_amount_minor bigint not null,
  state text not null default 'open'::text,
  -- Taken over from another system.
  is_opening boolean not null default false,
  -- Memo of its tax; it posts nothing.
  tax_lines jsonb,
  created_at timestamp with time zone not null,
  -- The first day on which anything else than its opening moved the item.
  used_from date,
  -- The first day from which on nothing of it is open; null while something is.
  closed_on date,
  -- What was open from this day until it was closed, where that is not the amount of its opening.
  rest_from date,
  rest_minor bigint,
  rest_base_minor bigint,
  constraint open_items_pkey PRIMARY KEY (end_customer_id, open_item_id),
  constraint open_items_line UNIQUE (end_customer_id, entry_number, line_number),
  constraint open_items_amount_minor_check CHECK (amount_minor <> 0),
  constraint open_items_kind_check CHECK (kind = ANY (ARRAY['receivable'::text, 'payable'::text, 'customer_credit'::text, 'supplier_advance'::text])),
  -- Between nothing and the whole amount, on the side of the amount. A payment may leave credit again, after a reversal.
  constraint open_items_open CHECK (payment_id IS NOT NULL OR open_amount_minor >= LEAST(0::bigint, amount_minor) AND open_amount_minor <= GREATEST(0::bigint, amount_minor)),
  constraint open_items_state_check CHECK (state = ANY (ARRAY['open'::text, 'settled'::text, 'reversed'::text]))
);
CREATE INDEX open_items_begun ON open_items USING btree (end_customer_id, span_day(LEAST(posting_date, used_from), closed_on), closed_on) WHERE closed_on IS NOT NULL;
CREATE INDEX open_items_billed ON open_items USING btree (end_customer_id, amount_minor) WHERE kind = 'receivable'::text AND closed_on IS NULL;
CREATE INDEX open_items_by_number ON open_items USING btree (end_customer_id, "left"(upper(regexp_replace(document_number, '[^[:alnum:]]'::text, ''::text, 'g'::text)), 100)) WHERE document_number IS NOT NULL;
CREATE INDEX open_items_by_reference ON open_items USING btree (end_customer_id, "left"(upper(regexp_replace(payment_reference, '[[:space:]]'::text, ''::text, 'g'::text)), 100)) WHERE payment_reference IS NOT NULL;
CREATE INDEX open_items_credit ON open_items USING btree (end_customer_id, posting_date) WHERE kind = 'customer_credit'::text;
-- The credits of a payment behind its first one.
CREATE INDEX open_items_credited_anew ON open_items USING btree (end_customer_id, payment_id) WHERE payment_id <> open_item_id;
CREATE INDEX open_items_owed ON open_items USING btree (end_customer_id, amount_minor, document_date) WHERE kind = 'payable'::text;
CREATE INDEX open_items_paid_ahead ON open_items USING btree (end_customer_id, used_from) WHERE kind = 'receivable'::text AND used_from < GREATEST(posting_date, document_date);
-- Items that are open: those of a side that are due first or overdue, and those that had begun by a day.
CREATE INDEX open_items_still_open ON open_items USING btree (end_customer_id, kind, (amount_minor > 0), COALESCE(due_date, document_date), LEAST(posting_date, used_from)) WHERE closed_on IS NULL;
CREATE INDEX open_items_taken_over ON open_items USING btree (end_customer_id, "left"(COALESCE(document_number, payment_reference), 100), amount_minor, entry_number) WHERE is_opening;
CREATE INDEX open_items_unfinished ON open_items USING btree (end_customer_id, span_day(LEAST(posting_date, used_from), closed_on), LEAST(posting_date, used_from)) WHERE closed_on IS NOT NULL;
CREATE TRIGGER empty_credit_settled BEFORE INSERT OR UPDATE OF state ON open_items FOR EACH ROW WHEN (new.payment_id IS NOT NULL AND new.state = 'open'::text AND new.open_amount_minor = 0) EXECUTE FUNCTION settle_empty_credit();
CREATE TRIGGER list_new_items AFTER INSERT ON open_items REFERENCING NEW TABLE AS new_items FOR EACH STATEMENT EXECUTE FUNCTION list_new_items();
CREATE TRIGGER open_items_are_kept BEFORE DELETE OR TRUNCATE ON open_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER open_items_place BEFORE INSERT ON open_items FOR EACH ROW WHEN (new.entry_number IS NULL) EXECUTE FUNCTION place_open_item();
CREATE TRIGGER open_items_stay_as_opened BEFORE UPDATE OF open_item_id, kind, account_code, journal_entry_id, entry_number, line_number, posting_date, currency, amount_minor, base_amount_minor, is_opening ON open_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Only of partners that were once on the other side than the account: what they had there, as changes by period.
-- Migrations: 0028.
create table other_side_totals (
  end_customer_id uuid not null,
  account_code text not null,
  partner_key text not null,
  partner_reference text,
  partner_name text not null,
  period_start date not null,
  base_minor numeric not null,
  constraint other_side_totals_pkey PRIMARY KEY (end_customer_id, account_code, partner_key, period_start)
);

-- One of the columns that make a name unique may be null, so no key of it can say which row was deleted: all columns do. Only a server
-- that replicates logically writes them for it, and these rows are rarely deleted.
-- Migrations: 0045, 0113.
create table partner_names (
  end_customer_id uuid not null,
  name_key text not null,
  partner_reference text,
  account_code text not null,
  -- In which list the reference stands.
  side text not null,
  -- Of the first item that named the partner so.
  first_entry_number bigint not null,
  constraint partner_names_side_check CHECK (side = ANY (ARRAY['customer'::text, 'supplier'::text])),
  constraint partner_names_end_customer_id_fkey FOREIGN KEY (end_customer_id) REFERENCES end_customers(end_customer_id)
);
CREATE INDEX partner_names_by_reference ON partner_names USING btree (end_customer_id, partner_reference) WHERE partner_reference IS NOT NULL;
CREATE UNIQUE INDEX partner_names_once ON partner_names USING btree (end_customer_id, name_key, partner_reference, account_code, side) NULLS NOT DISTINCT;

-- Folds of the open items and their changes, droppable and rebuildable like account_period_totals. Debit is positive.
-- Migrations: 0028, 0030, 0033, 0043, 0051, 0052.
create table partner_period_totals (
  end_customer_id uuid not null,
  account_code text not null,
  partner_key text not null,
  -- As in account_period_totals.
  period_start date not null,
  base_minor numeric not null,
  constraint partner_period_totals_pkey PRIMARY KEY (end_customer_id, account_code, partner_key, period_start)
);

-- What a partner is to the end customer from a day on; null ends it.
-- Migrations: 0028, 0041, 0043, 0052.
create table partner_relations (
  end_customer_id uuid not null,
  partner_relation_id uuid not null,
  partner_key text not null,
  partner_reference text,
  partner_name text not null,
  related_to text,
  valid_from date not null,
  actor_id text not null,
  created_at timestamp with time zone not null default now(),
  partner_side text,
  constraint partner_relations_pkey PRIMARY KEY (end_customer_id, partner_relation_id),
  constraint partner_relations_of_day UNIQUE (end_customer_id, partner_key, valid_from),
  constraint partner_relations_partner_side_check CHECK (partner_side = ANY (ARRAY['customer'::text, 'supplier'::text])),
  constraint partner_relations_related_to_check CHECK (related_to = ANY (ARRAY['holders'::text, 'organs'::text, 'participations'::text])),
  constraint partner_relations_end_customer_id_fkey FOREIGN KEY (end_customer_id) REFERENCES end_customers(end_customer_id)
);
CREATE TRIGGER books_changed_by_delete AFTER DELETE ON partner_relations REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER books_changed_by_insert AFTER INSERT ON partner_relations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER books_changed_by_update AFTER UPDATE ON partner_relations REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();

-- Queues of which workers take nothing, from an operator's pause to his resume.
-- Migrations: 0015.
create table paused_queues (
  queue text not null,
  paused_at timestamp with time zone not null default now(),
  reason text,
  constraint paused_queues_pkey PRIMARY KEY (queue)
);

-- A payment of an order that came back, by which return, and what it was before.
-- Migrations: 0074, 0081, 0085, 0109, 0111, 0115.
create table payment_order_lines (
  end_customer_id uuid not null,
  payment_order_id uuid not null,
  line_number smallint not null,
  supplier_payable_id uuid not null,
  payment_information_id text not null,
  end_to_end_id text not null,
  currency text not null,
  amount_minor bigint not null,
  discount_minor bigint not null,
  -- What was open of the payable.
  open_before_minor bigint not null,
  -- As the file has it: name, structured_address.
  creditor jsonb not null,
  creditor_iban text not null,
  -- The one to which the partner was paid last, where it was another one and the request accepted that.
  iban_before text,
  partner_key text not null,
  payment_reference text,
  document_number text,
  state text not null default 'ordered'::text,
  state_reason text,
  state_changed_by text,
  state_changed_at timestamp with time zone,
  freed_by uuid,
  state_before text,
  bank_status text,
  sent_all_the_same boolean not null default false,
  constraint payment_order_lines_pkey PRIMARY KEY (end_customer_id, payment_order_id, line_number),
  constraint payment_order_lines_amount CHECK ((amount_minor + discount_minor) <= open_before_minor),
  constraint payment_order_lines_amount_minor_check CHECK (amount_minor > 0),
  constraint payment_order_lines_discount_minor_check CHECK (discount_minor >= 0),
  constraint payment_order_lines_freed_by CHECK ((freed_by IS NULL) = (state_before IS NULL)),
  constraint payment_order_lines_line_number_check CHECK (line_number > 0),
  constraint payment_order_lines_state_before_check CHECK (state_before = ANY (ARRAY['ordered'::text, 'paid'::text])),
  constraint payment_order_lines_state_check CHECK (state = ANY (ARRAY['ordered'::text, 'paid'::text, 'rejected'::text, 'withdrawn'::text])),
  constraint payment_order_lines_end_customer_id_freed_by_fkey FOREIGN KEY (end_customer_id, freed_by) REFERENCES bank_returns(end_customer_id, return_id),
  constraint payment_order_lines_end_customer_id_payment_order_id_fkey FOREIGN KEY (end_customer_id, payment_order_id) REFERENCES payment_orders(end_customer_id, payment_order_id),
  constraint payment_order_lines_end_customer_id_supplier_payable_id_fkey FOREIGN KEY (end_customer_id, supplier_payable_id) REFERENCES open_items(end_customer_id, open_item_id)
);
CREATE UNIQUE INDEX payment_order_lines_end_to_end ON payment_order_lines USING btree (end_customer_id, end_to_end_id);
CREATE INDEX payment_order_lines_freed_by ON payment_order_lines USING btree (end_customer_id, freed_by) WHERE freed_by IS NOT NULL;
CREATE INDEX payment_order_lines_of_batch ON payment_order_lines USING btree (end_customer_id, payment_information_id);
CREATE INDEX payment_order_lines_of_partner ON payment_order_lines USING btree (end_customer_id, "left"(partner_key, 100), payment_order_id, line_number) WHERE state = ANY (ARRAY['ordered'::text, 'paid'::text]);
CREATE INDEX payment_order_lines_of_payable ON payment_order_lines USING btree (end_customer_id, supplier_payable_id);
-- A payable is in one order at a time.
CREATE UNIQUE INDEX payment_order_lines_once ON payment_order_lines USING btree (end_customer_id, supplier_payable_id) WHERE state = 'ordered'::text;

-- Migrations: 0074, 0129.
create table payment_orders (
  end_customer_id uuid not null,
  payment_order_id uuid not null,
  message_id text not null,
  bank_account text not null,
  execution_date date not null,
  -- The pain.001 as it was made: these bytes are signed.
  file text not null,
  file_sha256 text not null,
  actor_id text not null,
  request_id text not null,
  created_at timestamp with time zone not null,
  left_out jsonb,
  warnings jsonb,
  constraint payment_orders_pkey PRIMARY KEY (end_customer_id, payment_order_id),
  constraint payment_orders_hash CHECK (file_sha256 = encode(sha256(convert_to(file, 'UTF8'::name)), 'hex'::text)),
  constraint payment_orders_end_customer_id_fkey FOREIGN KEY (end_customer_id) REFERENCES end_customers(end_customer_id)
);
CREATE INDEX payment_orders_by_id ON payment_orders USING btree (payment_order_id);
CREATE TRIGGER payment_orders_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON payment_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Migrations: 0077.
create table payment_status_reports (
  end_customer_id uuid not null,
  payment_order_id uuid not null,
  status_report_id uuid not null,
  -- MsgId of the report, and what it says of the whole order.
  report_id text,
  status text,
  rejected_count integer not null,
  file bytea not null,
  file_sha256 text not null,
  actor_id text not null,
  request_id text not null,
  created_at timestamp with time zone not null default now(),
  constraint payment_status_reports_pkey PRIMARY KEY (end_customer_id, payment_order_id, status_report_id),
  constraint payment_status_reports_hash CHECK (file_sha256 = encode(sha256(file), 'hex'::text)),
  constraint payment_status_reports_end_customer_id_payment_order_id_fkey FOREIGN KEY (end_customer_id, payment_order_id) REFERENCES payment_orders(end_customer_id, payment_order_id)
);
CREATE TRIGGER payment_status_reports_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON payment_status_reports FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What came in according to the bank, what it may have been for, and what was decided about it.
-- Migrations: 0013, 0023, 0050, 0051, 0075, 0082, 0088.
create table payments (
  end_customer_id uuid not null,
  payment_id uuid not null,
  entry_id uuid not null,
  -- Number of the transaction within its entry, 0 for the entry as a whole.
  transaction_number integer not null,
  import_id uuid not null,
  account text not null,
  booking_date date,
  value_date date,
  currency text not null,
  amount_minor bigint not null,
  -- What no allocation has reserved.
  open_amount_minor bigint not null,
  -- Posted by its first allocation; what of it lies on the account for customer credit since then, also in base currency.
  booked_by uuid,
  credit_minor bigint not null default 0,
  credit_base_minor bigint not null default 0,
  debtor_name text,
  debtor_account text,
  end_to_end_id text,
  payment_references text[] not null,
  remittance_text text not null,
  -- The booking of the bank that took it back.
  returned_by uuid,
  created_at timestamp with time zone not null,
  -- The item that the credit is, once it is booked; null for that with the id of the payment.
  credit_item_id uuid,
  -- The payment whose details have come: they are payments in its place.
  superseded_by uuid,
  constraint payments_pkey PRIMARY KEY (end_customer_id, payment_id),
  constraint payments_end_customer_id_entry_id_transaction_number_key UNIQUE (end_customer_id, entry_id, transaction_number),
  constraint payments_amount_minor_check CHECK (amount_minor > 0),
  constraint payments_credit CHECK (credit_minor >= 0 AND credit_minor <= amount_minor),
  constraint payments_open CHECK (open_amount_minor >= 0 AND open_amount_minor <= amount_minor)
);
CREATE INDEX payments_by_id ON payments USING btree (payment_id);
CREATE INDEX payments_of_payer ON payments USING btree (end_customer_id, "left"(debtor_account, 100), payment_id) WHERE booked_by IS NOT NULL AND debtor_account IS NOT NULL;
CREATE INDEX payments_open_ones ON payments USING btree (end_customer_id, payment_id) WHERE open_amount_minor > 0;
CREATE INDEX payments_returned ON payments USING btree (end_customer_id, returned_by) WHERE returned_by IS NOT NULL;
CREATE TRIGGER keep_payment_credit AFTER UPDATE OF credit_minor, credit_base_minor ON payments FOR EACH ROW WHEN (old.credit_minor <> new.credit_minor OR old.credit_base_minor <> new.credit_base_minor) EXECUTE FUNCTION keep_payment_credit();
CREATE TRIGGER renew_credit_item BEFORE UPDATE OF booked_by ON payments FOR EACH ROW WHEN (old.booked_by IS NOT NULL AND new.booked_by IS NULL) EXECUTE FUNCTION renew_credit_item();

-- Each row is one change of the lock, kept with its reason; the newest is the one in force.
-- Migrations: 0002.
create table period_locks (
  end_customer_id uuid not null,
  period_lock_id uuid not null,
  locked_through date not null,
  hard boolean not null default false,
  reason text not null,
  actor_id text not null,
  created_at timestamp with time zone not null default now(),
  constraint period_locks_pkey PRIMARY KEY (end_customer_id, period_lock_id),
  constraint period_locks_end_customer_id_fkey FOREIGN KEY (end_customer_id) REFERENCES end_customers(end_customer_id)
);
CREATE TRIGGER books_changed_by_delete AFTER DELETE ON period_locks REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER books_changed_by_insert AFTER INSERT ON period_locks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER books_changed_by_update AFTER UPDATE ON period_locks REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();

-- In which database an end customer lives. No row: at home.
-- Migrations: 0117.
create table placements (
  end_customer_id uuid not null,
  database_name text not null,
  placed_at timestamp with time zone not null default now(),
  constraint placements_pkey PRIMARY KEY (end_customer_id),
  constraint placements_database_name_fkey FOREIGN KEY (database_name) REFERENCES databases(name)
);
CREATE INDEX placements_by_database ON placements USING btree (database_name);

-- What was decided about bank entries that may repeat others. Decisions of the release before are in camt053_entries only.
-- Migrations: 0064.
create table repeat_decisions (
  end_customer_id uuid not null,
  decision_id uuid not null,
  entry_id uuid not null,
  decision text not null,
  -- Of a repeat: those that repeated it, or may, and repeat its original since then.
  followers uuid[] not null default '{}'::uuid[],
  reason text not null,
  -- Null where bank statements have decided it.
  decided_by text,
  decided_at timestamp with time zone not null,
  taken_back_reason text,
  taken_back_by text,
  taken_back_at timestamp with time zone,
  constraint repeat_decisions_pkey PRIMARY KEY (end_customer_id, decision_id),
  constraint repeat_decisions_decision_check CHECK (decision = ANY (ARRAY['repeat'::text, 'new'::text]))
);
CREATE INDEX repeat_decisions_of_entry ON repeat_decisions USING btree (end_customer_id, entry_id, decision_id);

create table schema_migrations (
  id integer not null default nextval('schema_migrations_id_seq'::regclass),
  name character varying(255) not null,
  run_on timestamp without time zone not null,
  constraint schema_migrations_pkey PRIMARY KEY (id)
);

-- Migrations: 0013, 0063, 0079, 0080, 0085, 0086, 0106, 0107, 0132.
create table settlement_candidates (
  end_customer_id uuid not null,
  candidate_id uuid not null,
  import_id uuid not null,
  entry_id uuid not null,
  -- A payment for what customers owe; null where a booking of the bank pays a supplier.
  payment_id uuid,
  target_type text not null,
  target_id uuid not null,
  amount_minor bigint not null,
  currency text not null,
  score integer not null,
  reasons text[] not null,
  candidate_hash text not null,
  state text not null default 'open'::text,
  created_at timestamp with time zone not null,
  rule_version integer,
  -- 0 without a discount. It and the amount are what was open.
  discount_minor bigint not null default 0,
  together_with uuid[] not null default '{}'::uuid[],
  -- Of the type return: what target_id is, and what of the money the bank has kept or taken on top.
  returned_of text,
  charges_minor bigint not null default 0,
  voucher_lines jsonb not null default '[]'::jsonb,
  constraint settlement_candidates_pkey PRIMARY KEY (end_customer_id, candidate_id),
  constraint settlement_candidates_hash UNIQUE (end_customer_id, candidate_hash),
  constraint settlement_candidates_amount_minor_check CHECK (amount_minor > 0 OR amount_minor < 0 AND (target_type = ANY (ARRAY['document'::text, 'payment'::text, 'supplier_payable'::text]))),
  constraint settlement_candidates_returned_of CHECK ((target_type = 'return'::text) = (returned_of IS NOT NULL)),
  constraint settlement_candidates_rule_version CHECK ((target_type = 'rule'::text) = (rule_version IS NOT NULL)),
  constraint settlement_candidates_score_check CHECK (score >= 1 AND score <= 100),
  constraint settlement_candidates_state_check CHECK (state = ANY (ARRAY['open'::text, 'superseded'::text])),
  constraint settlement_candidates_target_type_check CHECK (target_type = ANY (ARRAY['document'::text, 'payment'::text, 'supplier_payable'::text, 'vat_filing'::text, 'rule'::text, 'return'::text]))
);
CREATE INDEX settlement_candidates_by_id ON settlement_candidates USING btree (candidate_id);

-- Facts as the source systems sent them, and the asynchronous work that other requests caused.
-- Migrations: 0004, 0020, 0021, 0022, 0030.
create table source_facts (
  end_customer_id uuid not null,
  source_fact_id uuid not null,
  fact_type text not null,
  source_system text not null,
  external_reference text not null,
  idempotency_key text not null,
  business_date date not null,
  -- The request body as it came, and the SHA-256 of its RFC 8785 form.
  request jsonb not null,
  request_hash text not null,
  client_id uuid not null,
  actor_id text not null,
  request_id text not null,
  created_at timestamp with time zone not null,
  constraint source_facts_pkey PRIMARY KEY (source_fact_id, end_customer_id),
  constraint source_facts_body_key UNIQUE (end_customer_id, source_system, idempotency_key)
);
CREATE INDEX source_facts_by_reference ON source_facts USING btree (end_customer_id, external_reference, source_fact_id);
CREATE TRIGGER source_facts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON source_facts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A ledger that has grown since its last stamp, and its path to the root. One that has not is a leaf of the tree as well; the
-- row of its earlier stamp says more.
-- Migrations: 0094.
create table stamped_ledgers (
  end_customer_id uuid not null,
  stamp_id uuid not null,
  -- Its first entries are covered.
  entries bigint not null,
  root text not null,
  leaf_index integer not null,
  path text[] not null,
  constraint stamped_ledgers_pkey PRIMARY KEY (end_customer_id, entries, stamp_id),
  constraint stamped_ledgers_entries_check CHECK (entries > 0),
  constraint stamped_ledgers_leaf_index_check CHECK (leaf_index >= 0),
  constraint stamped_ledgers_stamp_id_fkey FOREIGN KEY (stamp_id) REFERENCES time_stamps(stamp_id)
);
CREATE INDEX stamped_ledgers_of_stamp ON stamped_ledgers USING btree (stamp_id, end_customer_id);
CREATE TRIGGER stamped_ledgers_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON stamped_ledgers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Migrations: 0007, 0023, 0028, 0033, 0043, 0044, 0045, 0046, 0049, 0051, 0052, 0053, 0090.
create table statement_watermarks (
  end_customer_id uuid not null,
  -- Entries up to this number are in account_period_totals.
  entry_number bigint not null,
  -- Processes of the release before move the other watermark alone.
  control_entry_number bigint not null default 0,
  -- Items and changes of entries up to this number are in the two folds. Processes of the release before move the other
  -- watermark alone.
  partner_entry_number bigint not null default 0,
  -- Records up to this number are in tax_period_totals. Processes of the release before move the other watermarks alone.
  tax_entry_number bigint not null default 0,
  -- Items of entries up to this number are in partner_names. Processes of the release before move the other watermarks alone.
  named_entry_number bigint not null default 0,
  -- Lines up to this number are in tax_account_totals. Processes of the release before move the other watermarks alone.
  tax_account_entry_number bigint not null default 0,
  -- Entries up to this number are in taxed_movement_totals. Processes of the release before move the other watermarks alone.
  movement_entry_number bigint not null default 0,
  constraint statement_watermarks_pkey PRIMARY KEY (end_customer_id)
);

-- Migrations: 0013, 0024, 0068, 0088, 0095.
create table supplier_settlements (
  end_customer_id uuid not null,
  settlement_id uuid not null,
  supplier_payable_id uuid not null,
  state text not null default 'draft'::text,
  settlement_date date not null,
  currency text not null,
  amount_minor bigint not null,
  base_amount_minor bigint not null,
  open_amount_before_minor bigint not null,
  bank_reference text,
  evidence_sha256 text,
  -- The booking of the bank that is the evidence, how much of it is used, and what the bank account moved by, where it
  -- says so in base currency.
  evidence_entry_id uuid,
  evidence_used_minor bigint not null default 0,
  bank_base_minor bigint,
  bank_account text,
  reviewer_justification text not null,
  journal_entry_id uuid,
  reversal_journal_entry_id uuid,
  actor_id text not null,
  request_id text not null,
  created_at timestamp with time zone not null,
  -- As they were sent; null where there are none.
  terms jsonb,
  -- The line of the payable and the line of the advance in the entry, 0 where rounding left no line.
  payable_line_number smallint,
  advance_line_number smallint,
  advance_account_code text,
  constraint supplier_settlements_pkey PRIMARY KEY (end_customer_id, settlement_id),
  constraint supplier_settlements_amount_minor_check CHECK (amount_minor <> 0),
  constraint supplier_settlements_state_check CHECK (state = ANY (ARRAY['draft'::text, 'posted'::text, 'reversed'::text]))
);
CREATE INDEX supplier_settlements_by_id ON supplier_settlements USING btree (settlement_id);
CREATE INDEX supplier_settlements_by_payable ON supplier_settlements USING btree (end_customer_id, supplier_payable_id, settlement_id);
CREATE TRIGGER bank_entry_uses_kept AFTER INSERT OR UPDATE OF state ON supplier_settlements FOR EACH ROW EXECUTE FUNCTION keep_uses_of_settlements();
CREATE TRIGGER names_of_payable_kept AFTER INSERT ON supplier_settlements FOR EACH ROW WHEN (new.evidence_entry_id IS NOT NULL) EXECUTE FUNCTION keep_names_of_payable();

-- Migrations: 0066.
create table supplier_uids (
  end_customer_id uuid not null,
  -- Without dots, blanks and suffix: CHE116281710.
  uid text not null,
  -- The first posted fact that was warned; null where somebody answered before.
  source_fact_id uuid,
  -- Null while nobody has answered.
  is_registered boolean,
  reason text,
  actor_id text,
  answered_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint supplier_uids_pkey PRIMARY KEY (end_customer_id, uid),
  constraint supplier_uids_answered CHECK ((is_registered IS NULL) = (answered_at IS NULL) AND (is_registered IS NULL) = (actor_id IS NULL) AND (is_registered IS NULL) = (reason IS NULL)),
  constraint supplier_uids_uid_check CHECK (uid ~ '^CHE[0-9]{9}$'::text),
  constraint supplier_uids_end_customer_id_fkey FOREIGN KEY (end_customer_id) REFERENCES end_customers(end_customer_id)
);

-- A fold of the lines with a tax record, droppable and rebuildable like tax_period_totals.
-- Migrations: 0049.
create table tax_account_totals (
  end_customer_id uuid not null,
  -- First day of the month in which the entry was posted.
  period_start date not null,
  account_code text not null,
  -- Credit is positive.
  recorded_minor numeric not null,
  -- Lines whose record has tax that is not zero.
  taxed_lines bigint not null,
  constraint tax_account_totals_pkey PRIMARY KEY (end_customer_id, period_start, account_code)
);

-- A fold of the tax records, droppable and rebuildable like account_period_totals.
-- Migrations: 0044, 0055, 0060, 0069.
create table tax_period_totals (
  end_customer_id uuid not null,
  -- First day of the month in which the entry was posted.
  period_start date not null,
  tax_code text not null,
  rate_bp integer not null,
  direction text not null,
  -- Empty for a record without one.
  form_figure text not null,
  -- Empty for a record without one.
  activity_id text not null,
  kind text not null,
  base_minor numeric not null,
  tax_minor numeric not null,
  records bigint not null,
  -- In their order; null where there are more than 50 records, or where they were folded before this column was there.
  entry_numbers bigint[],
  constraint tax_period_totals_pkey PRIMARY KEY (end_customer_id, period_start, tax_code, rate_bp, direction, form_figure, activity_id, kind),
  constraint tax_period_totals_kind_check CHECK (kind = ANY (ARRAY['due'::text, 'not_due'::text, 'taken_over'::text, 'declared'::text, 'extinguished'::text, 'due_annually'::text, 'declared_annually'::text]))
);

-- A fold of taxed_movements_between, droppable and rebuildable like account_period_totals. What a part does not have is empty.
-- Migrations: 0053.
create table taxed_movement_totals (
  end_customer_id uuid not null,
  -- First day of the month in which the entry was posted.
  period_start date not null,
  entry_type text not null,
  part text not null,
  account_code text not null,
  counter_code text not null,
  kind text not null,
  tax_code text not null,
  direction text not null,
  form_figure text not null,
  activity_id text not null,
  amount_minor numeric not null,
  parts bigint not null,
  constraint taxed_movement_totals_pkey PRIMARY KEY (end_customer_id, period_start, account_code, part, counter_code, tax_code, direction, form_figure, activity_id, kind, entry_type),
  constraint taxed_movement_totals_part_check CHECK (part = ANY (ARRAY['turnover'::text, 'rest'::text, 'tax'::text]))
);

-- Migrations: 0094.
create table time_stamps (
  stamp_id uuid not null,
  -- Of the tree over all ledgers, sorted by end customer.
  root text not null,
  ledgers integer not null,
  -- As the authority gave it: CMS in DER.
  token bytea not null,
  -- What the token says.
  stamped_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint time_stamps_pkey PRIMARY KEY (stamp_id),
  constraint time_stamps_ledgers_check CHECK (ledgers > 0)
);
CREATE TRIGGER time_stamps_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON time_stamps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Migrations: 0054.
create table vat_filings (
  end_customer_id uuid not null,
  filing_id uuid not null,
  -- Counts the filings of an end customer.
  filing_number integer not null,
  -- As it is asked for: 2026-Q1.
  period text not null,
  submission text not null,
  -- The days of the return: those of the period with a registration.
  period_start date not null,
  period_end date not null,
  -- The ledger's last entry that counts; the transfer entry follows it.
  entry_number bigint not null,
  entry_hash text not null,
  -- The entry that transfers the tax; null where there is none to transfer.
  journal_entry_id uuid,
  -- Figure 500, or 510 with a negative sign.
  payable_minor bigint not null,
  -- What this filing adds to what is owed for the period.
  added_minor bigint not null,
  -- Canonical JSON: the figures, the tie, the accounts and what the file says beside them.
  content text not null,
  content_sha256 text not null,
  -- The eCH-0217 file.
  xml text not null,
  xml_sha256 text not null,
  actor_id text not null,
  request_id text not null,
  created_at timestamp with time zone not null default now(),
  constraint vat_filings_pkey PRIMARY KEY (end_customer_id, filing_number),
  constraint vat_filings_days CHECK (period_start <= period_end),
  constraint vat_filings_filing_number_check CHECK (filing_number > 0),
  constraint vat_filings_hash CHECK (content_sha256 = encode(sha256(convert_to(content, 'UTF8'::name)), 'hex'::text)),
  constraint vat_filings_submission_check CHECK (submission = ANY (ARRAY['first'::text, 'correction'::text, 'annual_reconciliation'::text])),
  constraint vat_filings_xml_hash CHECK (xml_sha256 = encode(sha256(convert_to(xml, 'UTF8'::name)), 'hex'::text)),
  constraint vat_filings_end_customer_id_fkey FOREIGN KEY (end_customer_id) REFERENCES end_customers(end_customer_id)
);
CREATE UNIQUE INDEX vat_filings_first ON vat_filings USING btree (end_customer_id, period_start) WHERE submission = 'first'::text;
CREATE UNIQUE INDEX vat_filings_id ON vat_filings USING btree (filing_id);
CREATE TRIGGER books_changed_by_delete AFTER DELETE ON vat_filings REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER books_changed_by_insert AFTER INSERT ON vat_filings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER books_changed_by_update AFTER UPDATE ON vat_filings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER vat_filings_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON vat_filings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Migrations: 0042, 0048.
create table vat_registration_changes (
  end_customer_id uuid not null,
  -- Counts the changes of an end customer. Among those of one day the last is in force.
  change_number integer not null,
  valid_from date not null,
  method text not null,
  -- Null for somebody who is not registered.
  consideration text,
  filing_period text,
  -- Of the net tax rate method: activity_id, rate_bp, text, and accounts of which the activity is the default.
  activities jsonb not null default '[]'::jsonb,
  reason text not null,
  actor_id text not null,
  created_at timestamp with time zone not null default now(),
  -- Processes of the release before register with daily rates, which is what they convert by.
  exchange_rates text not null default 'daily'::text,
  constraint vat_registration_changes_pkey PRIMARY KEY (end_customer_id, change_number),
  constraint vat_registration_changes_activities_check CHECK (jsonb_typeof(activities) = 'array'::text),
  constraint vat_registration_changes_change_number_check CHECK (change_number > 0),
  constraint vat_registration_changes_consideration_check CHECK (consideration = ANY (ARRAY['agreed'::text, 'received'::text])),
  constraint vat_registration_changes_exchange_rates_check CHECK (exchange_rates = ANY (ARRAY['daily'::text, 'monthly_average'::text])),
  constraint vat_registration_changes_filing_period_check CHECK (filing_period = ANY (ARRAY['month'::text, 'quarter'::text, 'half_year'::text, 'year'::text])),
  constraint vat_registration_changes_method_check CHECK (method = ANY (ARRAY['effective'::text, 'net_tax_rate'::text, 'not_registered'::text])),
  constraint vat_registration_changes_registered CHECK ((method = 'not_registered'::text) = (consideration IS NULL) AND (method = 'not_registered'::text) = (filing_period IS NULL)),
  constraint vat_registration_changes_end_customer_id_fkey FOREIGN KEY (end_customer_id) REFERENCES end_customers(end_customer_id)
);
CREATE TRIGGER books_changed_by_delete AFTER DELETE ON vat_registration_changes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER books_changed_by_insert AFTER INSERT ON vat_registration_changes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER books_changed_by_update AFTER UPDATE ON vat_registration_changes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bump_books_version();
CREATE TRIGGER vat_registration_changes_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON vat_registration_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Migrations: 0059, 0089.
create table vat_transfers (
  end_customer_id uuid not null,
  transfer_id uuid not null,
  -- The entry that transfers the tax of some open items; null where nothing was left to transfer.
  journal_entry_id uuid,
  -- Where nothing was left: the last change of the registration that was looked at, and the day on which it was.
  change_number integer,
  looked_on date,
  created_at timestamp with time zone not null default now(),
  -- The last entry whose items were seen; null where nothing was left before this was kept, and on transfers.
  through_entry_number bigint,
  constraint vat_transfers_pkey PRIMARY KEY (end_customer_id, transfer_id),
  constraint vat_transfers_done CHECK ((journal_entry_id IS NULL) = (change_number IS NOT NULL) AND (change_number IS NULL) = (looked_on IS NULL)),
  constraint vat_transfers_end_customer_id_fkey FOREIGN KEY (end_customer_id) REFERENCES end_customers(end_customer_id)
);
-- The last look at each end customer.
CREATE INDEX vat_transfers_done ON vat_transfers USING btree (end_customer_id, change_number DESC) WHERE change_number IS NOT NULL;
CREATE TRIGGER vat_transfers_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON vat_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The log of deliveries, without what was sent.
-- Migrations: 0084.
create table webhook_attempts (
  end_customer_id uuid not null,
  subscription_id uuid not null,
  attempt_id uuid not null,
  event_number bigint not null,
  event_type text not null,
  -- Of this event, one after the other.
  attempt integer not null,
  -- null: there was no answer.
  status integer,
  -- null: it was taken.
  error text,
  duration_ms integer not null,
  attempted_at timestamp with time zone not null,
  constraint webhook_attempts_pkey PRIMARY KEY (end_customer_id, subscription_id, attempt_id)
);
CREATE INDEX webhook_attempts_by_age ON webhook_attempts USING btree (attempt_id);

-- How far a subscription has come in the feed of an end customer.
-- Migrations: 0084.
create table webhook_positions (
  end_customer_id uuid not null,
  subscription_id uuid not null,
  -- Everything up to here is delivered, or was not wanted.
  delivered_number bigint not null,
  -- Where somebody wants to go on instead; taken as soon as nobody sends.
  restart_from bigint,
  -- Failed ones of the next event, one after the other.
  attempts integer not null default 0,
  failing_since timestamp with time zone,
  next_attempt_at timestamp with time zone,
  last_status integer,
  last_error text,
  delivered_at timestamp with time zone,
  -- Given up for this end customer alone: others are delivered.
  is_off boolean not null default false,
  -- Who sends at present, and until when nobody else does.
  lease_id uuid,
  leased_until timestamp with time zone,
  constraint webhook_positions_pkey PRIMARY KEY (end_customer_id, subscription_id),
  constraint webhook_positions_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES webhook_subscriptions(subscription_id) ON DELETE CASCADE
);
CREATE INDEX webhook_positions_of_subscription ON webhook_positions USING btree (subscription_id, end_customer_id);

-- Migrations: 0084.
create table webhook_subscriptions (
  subscription_id uuid not null,
  client_id uuid not null,
  -- Counts the changes; a worker that sends by an older one stops.
  version integer not null,
  url text not null,
  description text,
  -- null: every type.
  event_types text[],
  -- null: every end customer.
  end_customer_ids uuid[],
  state text not null,
  off_reason text,
  off_at timestamp with time zone,
  -- Sealed with WEBHOOK_SECRETS_KEY, which is not in the database.
  secret text not null,
  -- Signs as well until then.
  previous_secret text,
  previous_secret_until timestamp with time zone,
  actor_id text not null,
  request_id text not null,
  created_at timestamp with time zone not null default now(),
  changed_at timestamp with time zone not null default now(),
  constraint webhook_subscriptions_pkey PRIMARY KEY (subscription_id),
  constraint webhook_subscriptions_off CHECK ((state = 'off'::text) = (off_reason = ANY (ARRAY['request'::text, 'gone'::text, 'failing'::text]))),
  constraint webhook_subscriptions_state CHECK (state = ANY (ARRAY['on'::text, 'off'::text])),
  constraint webhook_subscriptions_client_id_fkey FOREIGN KEY (client_id) REFERENCES api_clients(client_id)
);
CREATE INDEX webhook_subscriptions_of_client ON webhook_subscriptions USING btree (client_id, subscription_id);

-- Keys of the rows that an end customer writes while it moves to another ledger database: what is to be copied once more. Triggers write
-- them, which there are during a move alone (hold_fence).
-- Migrations: 0126, 0130.
create table written_keys (
  move_id uuid not null,
  table_name text not null,
  row_key jsonb not null,
  written_in xid8 not null default pg_current_xact_id()
);
CREATE INDEX written_keys_of_move ON written_keys USING btree (move_id);

-- sql/functions/release-before/accounts_of_tax.sql
CREATE OR REPLACE FUNCTION public.accounts_of_tax(customer uuid, from_date date, to_date date, through bigint)
 RETURNS TABLE(account_code text)
 LANGUAGE sql
 STABLE
AS $function$
  select distinct line.account_code
  from (
    select entry_number from journal_entries
    where end_customer_id = customer and posting_date between from_date and to_date and entry_number <= through
    order by posting_date, entry_number
  ) entry
  -- sql.md: lateral in order
  cross join lateral (
    select account_code, tax from journal_lines
    where journal_lines.end_customer_id = customer and journal_lines.entry_number = entry.entry_number
    order by line_number
  ) line
  where (tax ->> 'tax_minor')::numeric <> 0
  order by 1
$function$;

-- sql/functions/statements/activity_of_accounts.sql
CREATE OR REPLACE FUNCTION public.activity_of_accounts(customer uuid, starts date[], end_date date, as_of bigint)
 RETURNS TABLE(account_code text, account_name text, account_type text, or_row text, or_function_row text, either_side_normal boolean, is_clearing boolean, related_to text, bucket integer, entry_type text, debit_minor numeric, credit_minor numeric, control text)
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
  with folded as (
    select case when entry_number <= as_of then entry_number else 0 end as through
    from statement_watermarks where end_customer_id = customer
  ), activity as (
    select account_code, period_start, entry_type, debit_minor, credit_minor
    from account_period_totals
    where end_customer_id = customer and period_start <= end_date and (select through from folded) > 0
    union all
    select account_code, period_start, entry_type, debit_minor, credit_minor
    from folded cross join lateral sums_between(customer, folded.through, as_of)
    where period_start <= end_date
  ), sums as (
    -- sql.md: buckets
    select account_code, width_bucket(period_start, starts) - 1 as bucket, entry_type,
      sum(debit_minor) as debit_minor, sum(credit_minor) as credit_minor
    from activity
    group by 1, 2, 3
  )
  select sums.account_code, named.account_name, account_type, mapped.or_row, mapped.or_function_row,
    coalesce(either_side_normal, false), is_clearing, related_to, sum.bucket, sum.entry_type, sum.debit_minor,
    sum.credit_minor, role.control
  from (
    -- What is said of an account is looked up once, not for each of its sums.
    select account_code, array_agg(bucket) as buckets, array_agg(entry_type) as entry_types,
      array_agg(debit_minor) as debits, array_agg(credit_minor) as credits
    from sums
    group by account_code
  ) sums
  -- sql.md: lateral limit 1
  cross join lateral (
    select account_type from accounts
    where accounts.end_customer_id = customer and accounts.account_code = sums.account_code
    limit 1
  ) account
  cross join lateral (
    select account_name, either_side_normal, is_clearing, related_to from chart_accounts chart
    where chart.end_customer_id = customer and chart.account_code = sums.account_code
    -- As it is called at the end; before its first chart, as that calls it.
    order by valid_from <= end_date desc, abs(valid_from - end_date)
    limit 1
  ) named
  cross join lateral (
    -- Keys of rows by function begin with `or.af_`.
    select max(substr(mapping_key, 4)) filter (where mapping_key not like 'or.af\_%') as or_row,
      max(substr(mapping_key, 4)) filter (where mapping_key like 'or.af\_%') as or_function_row
    from account_mappings mapping
    where mapping.end_customer_id = customer and mapping.account_code = sums.account_code
      and mapping_key like 'or.%' and valid_from <= end_date and (valid_to is null or valid_to >= end_date)
  ) mapped
  cross join lateral (
    -- An account for debts and credit alike takes the role of debts.
    select max(kind) as control from control_accounts
    where control_accounts.end_customer_id = customer and control_accounts.account_code = sums.account_code
  ) role
  cross join lateral unnest(buckets, entry_types, debits, credits) sum (bucket, entry_type, debit_minor, credit_minor)
  order by sums.account_code, sum.bucket;
end $function$;

-- sql/functions/control-accounts/adopt_control_account.sql
CREATE OR REPLACE FUNCTION public.adopt_control_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from control_accounts
    where end_customer_id = new.end_customer_id and account_code = new.account_code and kind <> new.kind
  ) then
    return null;
  end if;
  perform from statement_watermarks where end_customer_id = new.end_customer_id for update;
  perform list_legacy_lines(new.end_customer_id, new.account_code, new.since_entry_number);
  insert into control_account_totals (
    end_customer_id, account_code, currency, period_start, line_minor, line_base_minor, item_minor, item_base_minor
  )
  select new.end_customer_id, account_code, currency, period_start, line_minor, line_base_minor, item_minor,
    item_base_minor
  from statement_watermarks watermark
  cross join lateral control_sums_between(
    new.end_customer_id, array[new.account_code], 0, watermark.control_entry_number
  ) sums
  where watermark.end_customer_id = new.end_customer_id;
  return null;
end $function$;

-- sql/functions/bank/bank_account_names.sql
CREATE OR REPLACE FUNCTION public.bank_account_names(customer uuid, name text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select array_remove(array[bank_account_of(customer, name), (
    select qr_iban from bank_accounts
    where end_customer_id = customer and iban = bank_account_of(customer, name) and joined_at is not null
  )], null)
$function$;

-- sql/functions/bank/bank_account_of.sql
CREATE OR REPLACE FUNCTION public.bank_account_of(customer uuid, name text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((
    select iban from bank_accounts where end_customer_id = customer and qr_iban = name and joined_at is not null
  ), name)
$function$;

-- sql/functions/bank/bank_findings.sql
CREATE OR REPLACE FUNCTION public.bank_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  with uses as (
    select bank_entry_use_id, used.entry_id, payment_id, used_by, source_id, journal_entry_id, line_number,
      used.amount_minor, state
    from bank_entry_uses used
    where end_customer_id = customer and state <> 'released'
  ), expected_uses as (
    select 'settle' as prefix, settlement_id as source_id, evidence_entry_id as entry_id, evidence_used_minor as amount_minor
    from supplier_settlements
    where end_customer_id = customer and state <> 'reversed' and evidence_entry_id is not null
      and evidence_used_minor > 0
    union all
    -- One of them, whichever allocation holds the payment.
    select 'pay', payment_id, entry_id, amount_minor from payments payment
    where end_customer_id = customer and exists (
      select from allocations
      where allocations.end_customer_id = customer and allocations.payment_id = payment.payment_id
        and state <> 'reversed' and (booked_by is null or booked_by = allocation_id)
    )
  ), found_uses as (
    select case used_by when 'allocation' then 'pay' else 'settle' end as prefix,
      case used_by when 'allocation' then payment_id else source_id end as source_id, entry_id, amount_minor
    from uses where used_by in ('allocation', 'settlement')
  )
  select 'a bank entry is used as its uses say', 'bank entry ' || public_id('cent', entry_id), coalesce(used.amount, 0)::text,
    used_minor::text
  from camt053_entries entry
  left join (select entry_id, sum(amount_minor) as amount from uses group by entry_id) used using (entry_id)
  where end_customer_id = customer and used_minor <> coalesce(used.amount, 0)
  union all
  select 'allocations and settlements use their bank entry',
    'bank entry ' || public_id('cent', entry_id) || ', use by ' || public_id(prefix, source_id),
    coalesce(expected_uses.amount_minor::text, 'none'), coalesce(found_uses.amount_minor::text, 'none')
  from expected_uses full join found_uses using (prefix, source_id, entry_id)
  where expected_uses.amount_minor is distinct from found_uses.amount_minor
  union all
  select 'a use of a bank entry has its line in the ledger',
    'use ' || public_id('buse', bank_entry_use_id) || ' of bank entry ' || public_id('cent', uses.entry_id),
    uses.amount_minor || ' ' || entry.currency || case entry.credit_debit when 'CRDT' then ' debit' else ' credit' end,
    coalesce(transaction_minor || ' ' || transaction_currency || case when debit_minor > 0 then ' debit' else ' credit' end,
      'no line') || case when is_reversed then ', reversed' else '' end
  from uses
  join camt053_entries entry on entry.end_customer_id = customer and entry.entry_id = uses.entry_id
  left join lateral (
    select line.transaction_minor, line.transaction_currency, line.debit_minor, line.credit_minor, posted.currency,
      exists (
        select from journal_entries reversal
        where reversal.end_customer_id = customer and reversal.reversal_of = uses.journal_entry_id
      ) as is_reversed
    from journal_entries posted
    join journal_lines line using (end_customer_id, entry_number)
    where posted.end_customer_id = customer and posted.journal_entry_id = uses.journal_entry_id
      and line.line_number = uses.line_number
  ) line on true
  where uses.state = 'posted' and (
    (case entry.credit_debit when 'CRDT' then line.debit_minor else line.credit_minor end > 0
      and (transaction_currency = entry.currency and transaction_minor >= uses.amount_minor
        or line.currency = entry.currency and line.debit_minor + line.credit_minor >= uses.amount_minor)) is not true
    -- What came back has moved both ways.
    or is_reversed and used_by <> 'return'
  )
  union all
  select 'a line of the ledger is linked up to its amount',
    'line ' || line_number || ' of ' || public_id('je', journal_entry_id),
    'at most ' || string_agg(line_minor || ' ' || currency, ' or ' order by currency),
    string_agg(amount || ' ' || currency, ' and ' order by currency)
  from (
    -- A line may have an amount in each of two currencies: bank entries take it in their own.
    select used.journal_entry_id, used.line_number, used.currency, used.amount, line_minor,
      min(line_minor) over of_line as least_minor, max(line_minor) over of_line as most_minor
    from (
      select journal_entry_id, line_number, currency, sum(uses.amount_minor) as amount
      from uses
      join camt053_entries entry on entry.end_customer_id = customer and entry.entry_id = uses.entry_id
      where journal_entry_id is not null
      group by journal_entry_id, line_number, currency
    ) used
    cross join lateral line_of_use(customer, used.journal_entry_id, used.line_number, used.currency) line
    where line_minor is not null
    window of_line as (partition by used.journal_entry_id, used.line_number)
  ) part
  group by journal_entry_id, line_number, least_minor, most_minor
  -- The shares of both together are at most the whole line; rounding leaves less than a minor unit of the coarser one.
  having max(amount - line_minor) > 0 or sum(
    amount * div(least_minor::numeric * most_minor, nullif(line_minor, 0))
  ) - least_minor::numeric * most_minor >= greatest(most_minor, 1)
  union all
  select 'credit that a fact gave has its bank entry booked',
    'bank entry ' || public_id('cent', entry_id), 'at most ' || whole_minor,
    missing_minor || ' more than its payments are booked'
  from (
    select entry_id, sum(greatest(credit.given_minor - coalesce(booked_minor, 0), 0)) as missing_minor, (
      select coalesce(sum(amount_minor), 0) from uses
      where uses.entry_id = booked.entry_id and uses.payment_id is null and used_by in ('voucher', 'link')
    ) as whole_minor
    from (
      select distinct entry_id from payments
      where end_customer_id = customer and payment_id in (
        select payment_id from open_items where open_items.end_customer_id = customer and payment_id is not null
      )
    ) booked
    cross join lateral (
      select payment_id, sum(given_minor) as given_minor from credits_by_facts(customer, booked.entry_id)
      group by payment_id
    ) credit
    left join lateral (
      select sum(amount_minor) as booked_minor from uses
      where uses.entry_id = booked.entry_id and uses.payment_id = credit.payment_id and used_by in ('voucher', 'link')
    ) used on true
    group by entry_id
  ) given
  where missing_minor > whole_minor
  union all
  select 'a bank entry has no room beyond its amount, but for what was used before', 'bank entry ' || public_id('cent', entry_id),
    'at most ' || coalesce(conflict.used_minor - conflict.amount_minor, 0), conflict_minor::text
  from camt053_entries entry
  left join bank_entry_conflicts conflict using (end_customer_id, entry_id)
  where end_customer_id = customer and conflict_minor > coalesce(conflict.used_minor - conflict.amount_minor, 0)
  union all
  select 'a dismissed bank entry has its dismissal', 'bank entry ' || public_id('cent', entry_id),
    case when dismissed_by is null then 'not dismissed' else 'dismissed' end,
    case when dismissal.dismissal_id is null then 'not dismissed' when dismissed_by is null then 'dismissed'
      else 'dismissed by another dismissal' end
  from camt053_entries entry
  left join (
    select entry_id, dismissal_id from bank_entry_dismissals where end_customer_id = customer and undone_at is null
  ) dismissal using (entry_id)
  where entry.end_customer_id = customer and dismissed_by is distinct from dismissal.dismissal_id
  union all
  select 'a dismissed pair has no repeat', 'bank entry ' || public_id('cent', dismissal.entry_id),
    'to be booked: take the dismissal back', 'dismissed with bank entry ' || public_id('cent', repeated.entry_id)
      || ', which repeats bank entry ' || public_id('cent', repeated.possible_repeat_of)
  from bank_entry_dismissals dismissal
  join camt053_entries repeated
    on repeated.end_customer_id = customer and repeated.entry_id = dismissal.with_entry_id and repeat_state = 'repeat'
  where dismissal.end_customer_id = customer and undone_at is null
  union all
  select "check", subject, expected, found from bank_row_findings(customer)
  union all
  select "check", subject, expected, found from dismissal_findings(customer)
  union all
  select "check", subject, expected, found from evidence_findings(customer)
$function$;

-- sql/functions/bank/bank_ledger_account.sql
CREATE OR REPLACE FUNCTION public.bank_ledger_account(customer uuid, bank_account text, on_date date)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select account_code from account_mappings
  where end_customer_id = customer and mapping_key in ('posting.bank', 'posting.bank.' || bank_account)
    and valid_from <= on_date and (valid_to is null or on_date <= valid_to)
  order by length(mapping_key) desc, valid_from
  limit 1
$function$;

-- sql/functions/bank-returns/bank_names_in.sql
CREATE OR REPLACE FUNCTION public.bank_names_in(entry jsonb)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select distinct left(name, 100)
  from (
    select entry ->> 'acct_svcr_ref' as written
    union all
    select part ->> 'pmt_inf_id' from jsonb_array_elements(entry -> 'batch') part
    union all
    select written
    from jsonb_array_elements(entry -> 'tx_details') tx
    cross join lateral (
      values (tx ->> 'uetr'), (tx ->> 'end_to_end_id'), (tx ->> 'acct_svcr_ref'), (tx ->> 'pmt_inf_id')
      union all
      select ref ->> 'ref' from jsonb_array_elements(tx -> 'creditor_refs') ref
    ) named (written)
  ) told
  cross join lateral upper(regexp_replace(written, '[[:space:]]', '', 'g')) name
  where name !~ '^[0\W_]*$' and name not in ('NOTPROVIDED', 'NONREF', 'NOTAVAILABLE', 'NONE')
$function$;

-- sql/functions/bank-returns/bank_return_findings.sql
CREATE OR REPLACE FUNCTION public.bank_return_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  with standing as (
    select back.return_id, back.entry_id, original_entry_id, returned_of, subject_id, back.currency, amount_minor,
      returned_minor, back.source_fact_id, fact.state as fact_state
    from bank_returns back
    left join fact_states fact
      on fact.end_customer_id = back.end_customer_id and fact.source_fact_id = back.source_fact_id
    where back.end_customer_id = customer and undone_at is null
      and (back.source_fact_id is null or fact.state is null or fact.state in ('received', 'blocked', 'posted'))
  ), subjects as (
    select 'settlement' as returned_of, settlement_id as subject_id, state, evidence_entry_id as entry_id,
      evidence_used_minor as moved_minor, reversal_journal_entry_id
    from supplier_settlements where end_customer_id = customer
    union all
    select 'allocation', allocation_id, state, payment.entry_id, payment.amount_minor, reversal_journal_entry_id
    from allocations join payments payment using (end_customer_id, payment_id)
    where end_customer_id = customer
  ), uses as (
    select source_id, entry_id, journal_entry_id, amount_minor, state from bank_entry_uses
    where end_customer_id = customer and used_by = 'return' and state <> 'released'
  )
  select 'money that came back goes the other way than it went', 'return ' || public_id('bret', return_id),
    original.currency || case original.credit_debit when 'CRDT' then ' out' else ' in' end,
    back.currency || case back.credit_debit when 'CRDT' then ' in' else ' out' end
  from standing
  join camt053_entries back on back.end_customer_id = customer and back.entry_id = standing.entry_id
  join camt053_entries original on original.end_customer_id = customer and original.entry_id = original_entry_id
  where (back.currency, back.credit_debit) is distinct from
    (original.currency, case original.credit_debit when 'CRDT' then 'DBIT' else 'CRDT' end)
  union all
  select 'a return undoes what its bank entry had moved', 'return ' || public_id('bret', return_id),
    public_id('cent', original_entry_id), coalesce(public_id('cent', subjects.entry_id), 'no bank entry')
  from standing left join subjects using (returned_of, subject_id)
  where subjects.entry_id is distinct from original_entry_id
  union all
  select 'a settlement or allocation gives back no more than it has moved', returned_of || ' ' || public_id(case returned_of when 'settlement' then 'settle' else 'alloc' end, subject_id),
    'at most ' || moved_minor, returned_minor::text
  from (
    select returned_of, subject_id, sum(returned_minor) as returned_minor from standing group by returned_of, subject_id
  ) returned
  join subjects using (returned_of, subject_id)
  where returned_minor > moved_minor
  union all
  -- Both bank entries stay booked: one by the line of the reversed entry, the other one by that of the reversal.
  select 'the reversal by a return books both bank entries', 'return ' || public_id('bret', return_id),
    subjects.state || ' ' || amount_minor, coalesce((
      select string_agg(used.state || ' ' || used.amount_minor, ', ' order by used.entry_id = standing.entry_id desc)
      from uses used where used.source_id = return_id
    ), 'no use')
  from standing join subjects using (returned_of, subject_id)
  where source_fact_id is null and not case subjects.state
    when 'posted' then (
      select count(*) = 1 and bool_and(used.state = 'reserved' and used.entry_id = standing.entry_id
        and used.amount_minor = standing.amount_minor)
      from uses used where used.source_id = return_id
    )
    when 'reversed' then (
      select count(*) = 2 and bool_and(used.state = 'posted' and used.amount_minor = standing.amount_minor)
        and count(distinct used.entry_id) = 2
        and bool_or(used.entry_id = standing.entry_id and used.journal_entry_id = subjects.reversal_journal_entry_id)
        and bool_or(used.entry_id = original_entry_id)
      from uses used where used.source_id = return_id
    )
    else false end
  union all
  select 'a bank entry is found by the names of its payments', 'bank entry ' || public_id('cent', entry_id), told.name, 'no such name'
  from camt053_entries entry cross join lateral bank_names_in(entry.entry) as told (name)
  where end_customer_id = customer and is_booked and not exists (
    select from bank_entry_names kept
    where kept.end_customer_id = customer and kept.name = told.name and kept.entry_id = entry.entry_id
  )
  union all
  select 'a use by a return has its return', 'use of bank entry ' || public_id('cent', entry_id), 'a return that stands',
    'none'
  from uses
  where source_id not in (select return_id from standing where source_fact_id is null)
  union all
  select 'the voucher of a return books its bank entry', 'return ' || public_id('bret', return_id),
    public_id('cent', standing.entry_id) || ' ' || amount_minor,
    coalesce(fact.source_system || ' ' || (fact.request #>> '{payload,bank_entries,0,entry_id}') || ' '
      || (fact.request #>> '{payload,bank_entries,0,amount,amount_minor}'), 'no voucher')
  from standing
  left join source_facts fact
    on fact.source_fact_id = standing.source_fact_id and fact.end_customer_id is not distinct from customer
  where standing.source_fact_id is not null and (
    fact.source_fact_id is null or fact.source_system <> 'bank_returns'
    or jsonb_array_length(fact.request #> '{payload,bank_entries}') is distinct from 1
    or fact.request #>> '{payload,bank_entries,0,entry_id}' is distinct from public_id('cent', standing.entry_id)
    or fact.request #>> '{payload,bank_entries,0,amount,amount_minor}' is distinct from amount_minor::text
  )
$function$;

-- sql/functions/bank-entries/bank_row_findings.sql
CREATE OR REPLACE FUNCTION public.bank_row_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  with used as (
    select bank_entry_use_id, journal_entry_id, case used_by
        when 'allocation' then (
          select allocation.journal_entry_id from allocations allocation
          where allocation.end_customer_id = customer and allocation_id = used.source_id
            and allocation.payment_id = used.payment_id
        )
        when 'settlement' then (
          select settlement.journal_entry_id from supplier_settlements settlement
          where settlement.end_customer_id = customer and settlement_id = used.source_id
            and evidence_entry_id = used.entry_id
        )
        when 'voucher' then (
          select fact.journal_entry_id from fact_states fact
          where fact.end_customer_id = customer and fact.source_fact_id = used.source_id
        )
        -- The bank entry by which the money had left keeps its line; that which brings it back has the line of the reversal.
        when 'return' then (
          select case used.entry_id
            when back.original_entry_id then coalesce(allocation.journal_entry_id, settlement.journal_entry_id)
            when back.entry_id then coalesce(allocation.reversal_journal_entry_id, settlement.reversal_journal_entry_id)
          end
          from bank_returns back
          left join allocations allocation
            on allocation.end_customer_id = customer and allocation.allocation_id = back.subject_id
          left join supplier_settlements settlement
            on settlement.end_customer_id = customer and settlement.settlement_id = back.subject_id
          where back.end_customer_id = customer and back.return_id = used.source_id
        )
        -- A link is its own source.
        else journal_entry_id
      end as expected_entry_id
    from bank_entry_uses used
    where end_customer_id = customer and state = 'posted'
  ), said as materialized (
    -- Each import is unpacked once, however many bank statements it has.
    select import_id, ordinality - 1 as statement_number,
      bank_account_of(customer, coalesce(figures ->> 'account_iban', figures ->> 'account_other_id', '')) as account,
      greatest(left(figures ->> 'to', 10), figures #>> '{closing,date}', figures ->> 'last_day') as until,
      figures -> 'opening' as opening, figures -> 'closing' as closing, figures -> 'sums' as sums
    from camt053_imports
    cross join lateral jsonb_array_elements(statements) with ordinality as one (figures, ordinality)
    where end_customer_id = customer
  )
  select 'a use of a bank entry stands in the entry of its source', 'use ' || public_id('buse', bank_entry_use_id),
    coalesce(public_id('je', expected_entry_id), 'no entry'), public_id('je', journal_entry_id)
  from used
  where journal_entry_id is distinct from expected_entry_id
  union all
  select 'a payment is of the account and currency of its bank entry', 'payment ' || public_id('pay', payment_id),
    concat_ws(', ', bank_account_of(customer, entry.account), entry.currency, entry.booking_date),
    concat_ws(', ', bank_account_of(customer, payment.account), payment.currency, payment.booking_date)
  from payments payment
  join camt053_entries entry on entry.end_customer_id = customer and entry.entry_id = payment.entry_id
  where payment.end_customer_id = customer
    and (entry.currency, entry.booking_date) is distinct from (payment.currency, payment.booking_date)
    or payment.end_customer_id = customer and entry.account <> payment.account
    and bank_account_of(customer, entry.account) <> bank_account_of(customer, payment.account)
  union all
  select 'a bank statement is what its import has read',
    'bank statement ' || kept.statement_number + 1 || ' of ' || public_id('imp', kept.import_id),
    concat_ws(', ', said.account, said.opening ->> 'signed_minor', said.closing ->> 'signed_minor', said.closing ->> 'date',
      said.until),
    concat_ws(', ', kept.account, kept.figures #>> '{opening,signed_minor}', kept.figures #>> '{closing,signed_minor}',
      kept.figures #>> '{closing,date}', kept.until)
  from camt053_statements kept
  left join said on said.import_id = kept.import_id and said.statement_number = kept.statement_number
  where kept.end_customer_id = customer and (
    said.account is distinct from bank_account_of(customer, kept.account) or said.until is distinct from kept.until
    or said.opening is distinct from kept.figures -> 'opening' or said.closing is distinct from kept.figures -> 'closing'
    or said.sums is distinct from kept.figures -> 'sums'
  )
$function$;

-- sql/functions/open-items-of-a-day/blocks_of_open_items.sql
CREATE OR REPLACE FUNCTION public.blocks_of_open_items(customer uuid, accounts text[], kinds text[], day date)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
 SET jit TO 'off'
 SET enable_mergejoin TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  with open as materialized (
    -- By the reference or, without one, by the name: partner_key of each item would cost more.
    select coalesce(item.partner_reference, partner_name) as partner, item.partner_reference is null as is_name,
      partner_name, item.due_on, item.open_item_id,
      int8send(
        coalesce(item.due_date - date '0001-01-01' + 1, 0)
        | ((item.document_date - date '0001-01-01')::bigint << 32)
        | (octet_length(item.kind)::bigint << 54)
        | case when item.is_opening then 1::bigint << 60 else 0 end
        | case when item.payment_id is null then 0 else 1::bigint << 61 end
        | case when are_one then 1::bigint << 62 else 0 end
      ) || int8send(
        coalesce(octet_length(item.payment_reference), 0)
        | (coalesce(octet_length(item.document_number), 0)::bigint << 24)
        | (octet_length(item.account_code)::bigint << 48)
      ) || int8send(item.entry_number) || case when are_one then int8send(item.amount_minor)
        else int8send(item.amount_minor) || int8send(item.base_amount_minor) || int8send(item.open_minor)
          || int8send(item.base_open_minor)
      end || case when item.payment_id is null then uuid_send(item.open_item_id)
        else uuid_send(item.open_item_id) || uuid_send(item.payment_id)
      end || textsend(
        item.currency || item.kind || item.account_code || coalesce(item.document_number, '')
          || coalesce(item.payment_reference, '')
      ) as of_item
    from items_open_on(customer, accounts, day) item
    cross join lateral (
      select item.base_amount_minor = item.amount_minor and item.open_minor = item.amount_minor
        and item.base_open_minor = item.amount_minor as are_one
    ) amounts
    where item.kind = any(kinds)
  ), placed as materialized (
    select partner, is_name, dense_rank() over (
      order by partner_order(known_as), is_name, name_key collate "C"
    ) as place, int8send(
      (octet_length(known_as)::bigint << 32) | case when is_name then 0 else octet_length(partner) end
    ) || textsend(known_as || case when is_name then '' else partner end) as of_partner
    from (
      -- Names are compared once for all of their items.
      select partner, is_name, name_key, min(known_as) over (partition by is_name, name_key) as known_as
      from (
        select partner, is_name, min(partner_name collate "C") as known_as,
          case when is_name then partner_name_key(partner) else partner end as name_key
        from open group by partner, is_name
      ) written
    ) known
  )
  select encode(string_agg(of_partner || of_item, '' order by line), 'base64')
  from (
    select of_partner, of_item,
      -- Compared as one integer, nearly all items differ.
      row_number() over (order by (place << 32) | (open.due_on - date '0001-01-01'), open.open_item_id) - 1 as line
    from open join placed using (partner, is_name)
  ) listed
  group by line / 100
  order by line / 100
$function$;

-- sql/functions/statements/book_check_figures.sql
CREATE OR REPLACE FUNCTION public.book_check_figures(customer uuid, through_date date, through_entry bigint)
 RETURNS TABLE("check" text, account_code text, currency text, expected_minor numeric, found_minor numeric, unassigned_minor numeric, is_from_before boolean, subject text)
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
  select 'entry_types_on_their_accounts', account_code, null::text, 0::numeric, balance_minor, null::numeric, is_from_before,
    subject
  from wrong_entry_types(customer, through_date, through_entry)
  union all
  select 'open_items_equal_control_accounts', account_code, currency, expected_minor, found_minor, unassigned_minor, false,
    null
  from control_account_figures(customer, through_date, through_entry)
  union all
  select 'bank_entries_within_amounts', bank_ledger_account(customer, account, coalesce(booking_date, stated_day, through_date)),
    currency, amount_minor, used_minor, null, exists (
      -- The list of what releases before any check had let through; nobody adds to it.
      select from bank_entry_conflicts conflict
      where conflict.end_customer_id = customer and conflict.entry_id = entry.entry_id
        and entry.used_minor <= conflict.used_minor
    ), 'bank entry ' || public_id('cent', entry_id)
  from camt053_entries entry
  where end_customer_id = customer and used_minor > amount_minor
    and coalesce(coalesce(booking_date, stated_day) <= through_date, true);
end $function$;

-- sql/functions/bump_books_version.sql
CREATE OR REPLACE FUNCTION public.bump_books_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from ledger_heads
  where end_customer_id in (select end_customer_id from changed)
  order by end_customer_id
  for update;
  update ledger_heads
  set books_version = books_version + 1
  where end_customer_id in (select end_customer_id from changed);
  return null;
end $function$;

-- sql/functions/chart_on.sql
CREATE OR REPLACE FUNCTION public.chart_on(customer uuid, on_date date)
 RETURNS TABLE(end_customer_id uuid, account_code text, account_id text, account_name text, account_class text, account_type text, currency text, status text)
 LANGUAGE sql
 STABLE
AS $function$
  select account.end_customer_id, account.account_code, account.account_id, latest.account_name, latest.account_class,
    account.account_type, latest.currency,
    case when latest.valid_from = version.valid_from then latest.status else 'inactive' end
  from accounts account
  cross join lateral (
    select max(valid_from) as valid_from from chart_versions
    where chart_versions.end_customer_id = customer and valid_from <= on_date
  ) version
  cross join lateral (
    select valid_from, account_name, account_class, currency, chart_accounts.status
    from chart_accounts
    where chart_accounts.end_customer_id = customer and chart_accounts.account_code = account.account_code
      and valid_from <= on_date
    order by valid_from desc
    limit 1
  ) latest
  where account.end_customer_id = customer
$function$;

-- sql/functions/check_fiscal_years.sql
CREATE OR REPLACE FUNCTION public.check_fiscal_years()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  broken record;
begin
  select fiscal_year_id, previous_end into broken from (
    select end_customer_id, fiscal_year_id, start_date,
      lag(end_date) over (partition by end_customer_id order by start_date) as previous_end
    from fiscal_years
    where end_customer_id in (select end_customer_id from changed)
  ) years
  -- The first year has no previous_end; the comparison with null is not true, so it passes.
  where start_date <> previous_end + 1
  limit 1;
  if found then
    raise exception 'fiscal year % does not start on the day after %', broken.fiscal_year_id, broken.previous_end
      using errcode = 'check_violation', constraint = 'fiscal_years_contiguous';
  end if;
  return null;
end $function$;

-- sql/functions/check_journal_entries.sql
CREATE OR REPLACE FUNCTION public.check_journal_entries()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
begin
  -- The worker that posts has locked the heads already; any other writer locks them here, in the order of their keys.
  perform from ledger_heads
  where end_customer_id in (select end_customer_id from new_entries)
  order by end_customer_id
  for update;

  -- check_journal_lines has checked the lines that came; here entries are refused that came without their lines.
  perform refuse_entry(format('entry %s has no lines', entry.entry_number), 'journal_entries_balanced')
  from new_entries entry
  left join lateral (
    select line_number from journal_lines line
    where line.end_customer_id = entry.end_customer_id and line.entry_number = entry.entry_number
    order by line_number desc -- only the primary key has this order; sql.md: lateral limit 1
    limit 1
  ) last_line on true
  where last_line.line_number is distinct from entry.line_count
  limit 1;

  -- The entry before is another one of this statement, or the last one that the head knows.
  perform refuse_entry(format('entry %s does not follow entry %s', entry.entry_number, entry.before),
    'journal_entries_chain')
  from (
    select e.entry_number, e.previous_hash,
      coalesce(lag(e.entry_number) over follows, head.last_entry_number) as before,
      coalesce(lag(e.entry_hash) over follows, head.last_entry_hash) as hash_before
    from new_entries e
    left join ledger_heads head using (end_customer_id)
    window follows as (partition by e.end_customer_id order by e.entry_number)
  ) entry
  where entry.before is null or entry.entry_number <> entry.before + 1 or entry.previous_hash <> entry.hash_before
  limit 1;

  -- Without a year its state is null, which is distinct from 'open' as well.
  perform refuse_entry(format('%s is in no open fiscal year %s', entry.posting_date, entry.fiscal_year_id),
    'journal_entries_fiscal_year')
  from new_entries entry
  left join fiscal_years year
    on year.end_customer_id = entry.end_customer_id and year.fiscal_year_id = entry.fiscal_year_id
  where year.state is distinct from 'open' or entry.posting_date not between year.start_date and year.end_date
  limit 1;

  -- The newest lock is the one in force; without any there is no row, and nothing is locked.
  perform refuse_entry(format('%s is locked through %s', entry.posting_date, lock.locked_through),
    'journal_entries_period_lock')
  from new_entries entry
  cross join lateral (
    select locked_through from period_locks
    where end_customer_id = entry.end_customer_id
    order by period_lock_id desc
    limit 1
  ) lock
  where entry.posting_date <= lock.locked_through
  limit 1;

  perform refuse_entry('a reversal names a posted entry that is no reversal itself', 'journal_entries_reversal')
  from new_entries entry
  left join journal_entries original
    on original.end_customer_id = entry.end_customer_id and original.journal_entry_id = entry.reversal_of
  where entry.reversal_of is not null
    and (original.journal_entry_id is null or original.reversal_of is not null)
  limit 1;

  -- The heads move to the last entry of each ledger, and count what it has debited in all.
  update ledger_heads head
  set last_entry_number = last.entry_number, last_entry_hash = last.entry_hash,
    total_debit_minor = head.total_debit_minor + last.added_minor + case
      when head.counted_entry_number = head.last_entry_number then 0
      -- Entries that the trigger of another release did not count.
      else (
        select coalesce(sum(total_minor), 0) from journal_entries missed
        where missed.end_customer_id = head.end_customer_id and missed.entry_number > head.counted_entry_number
          and missed.entry_number <= head.last_entry_number
      )
    end,
    counted_entry_number = last.entry_number
  from (
    select distinct on (end_customer_id) end_customer_id, entry_number, entry_hash,
      sum(total_minor) over (partition by end_customer_id) as added_minor
    from new_entries
    order by end_customer_id, entry_number desc
  ) last
  where head.end_customer_id = last.end_customer_id;
  return null;
end $function$;

-- sql/functions/check_journal_lines.sql
CREATE OR REPLACE FUNCTION public.check_journal_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
begin
  perform refuse_entry('the lines of an entry come in one statement with it, numbered from 1, and balance',
    'journal_entries_balanced')
  from (
    select end_customer_id, entry_number, count(*) as lines, min(line_number) as first, max(line_number) as last,
      sum(debit_minor) as debit, sum(credit_minor) as credit,
      min(posting_date) as earliest, max(posting_date) as latest
    from new_lines
    group by end_customer_id, entry_number
  ) posted
  -- Joined plainly, each of them was compared with all entries of the ledger; only the primary key has this order.
  -- sql.md: lateral in order
  left join lateral (
    select line_count, total_minor, posting_date from journal_entries
    where journal_entries.end_customer_id = posted.end_customer_id
      and journal_entries.entry_number between posted.entry_number and posted.entry_number
    order by journal_entries.entry_number
    limit 1
  ) entry on true
  where entry.line_count is distinct from posted.lines
    or posted.first <> 1 or posted.last <> posted.lines
    or posted.debit <> posted.credit or posted.debit is distinct from entry.total_minor
    or posted.latest <> posted.earliest or posted.earliest is distinct from entry.posting_date
  limit 1;

  perform refuse_entry(format('account %s is not in the chart', line.account_code), 'journal_lines_account')
  from (select distinct end_customer_id, account_code from new_lines) line
  left join accounts using (end_customer_id, account_code)
  where accounts.account_code is null
  limit 1;
  return null;
end $function$;

-- sql/functions/control-accounts/control_account_figures.sql
CREATE OR REPLACE FUNCTION public.control_account_figures(customer uuid, through_date date, through_entry bigint)
 RETURNS TABLE(account_code text, currency text, expected_minor numeric, found_minor numeric, unassigned_minor numeric)
 LANGUAGE sql
 STABLE
AS $function$
  with folded as (
    -- An earlier entry than the totals have: then only raw lines count.
    select case when control_entry_number <= through_entry then control_entry_number else 0 end as through
    from statement_watermarks where end_customer_id = customer
  ), totals as (
    select account_code, currency, line_minor, line_base_minor, item_minor, item_base_minor, 0 as rest_minor,
      0 as rest_base_minor
    from control_account_totals
    where end_customer_id = customer and period_start <= through_date and (select through from folded) > 0
    union all
    select account_code, currency, line_minor, line_base_minor, item_minor, item_base_minor, 0, 0
    from folded
    cross join lateral control_sums_between(customer, array(
      select distinct account_code from control_accounts where control_accounts.end_customer_id = customer
    ), folded.through, through_entry)
    where period_start <= through_date
    union all
    select account_code, currency, 0, 0, 0, 0, amount_minor, base_amount_minor
    from legacy_lines
    where end_customer_id = customer and entry_number <= through_entry and posting_date <= through_date
    union all
    select line.account_code, line.currency, 0, 0, 0, 0, -used.amount_minor, -used.base_amount_minor
    from legacy_line_uses used
    join legacy_lines line using (end_customer_id, entry_number, line_number)
    where end_customer_id = customer and used.by_entry_number <= through_entry and used.posting_date <= through_date
  ), sums as (
    select account_code, currency, sum(line_minor) as line_minor, sum(line_base_minor) as line_base_minor,
      sum(item_minor) as item_minor, sum(item_base_minor) as item_base_minor, sum(rest_minor) as rest_minor,
      sum(rest_base_minor) as rest_base_minor
    from totals group by account_code, currency
  )
  select account_code, null, sum(line_base_minor), sum(item_base_minor), nullif(sum(rest_base_minor), 0)
  from sums group by account_code
  union all
  select account_code, currency, line_minor, item_minor, nullif(rest_minor, 0)
  from sums
  where account_code in (
    select foreign_sums.account_code from sums foreign_sums
    where foreign_sums.currency <> (select base_currency from end_customers where end_customer_id = customer)
  )
  order by 1, 2 nulls first
$function$;

-- sql/functions/control-accounts/control_account_kind.sql
CREATE OR REPLACE FUNCTION public.control_account_kind(mapping_key text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when mapping_key ~ '^posting\.accounts_receivable(\.currency\.[A-Z]{3})?$' then 'receivable'
    when mapping_key ~ '^posting\.accounts_payable(\.currency\.[A-Z]{3})?$' then 'payable'
    when mapping_key = 'posting.customer_credit' then 'customer_credit'
    when mapping_key = 'posting.supplier_advance' then 'supplier_advance'
  end
$function$;

-- sql/functions/open-items-of-a-day/control_balances_on.sql
CREATE OR REPLACE FUNCTION public.control_balances_on(customer uuid, accounts text[], day date)
 RETURNS TABLE(account_code text, currency text, amount_minor numeric, base_amount_minor numeric, unassigned_minor numeric, unassigned_base_minor numeric)
 LANGUAGE sql
 STABLE
 SET jit TO 'off'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  with folded as (
    select control_entry_number as through,
      (date_trunc('month', day::timestamp) + case when extract(day from day) > 15 then interval '1 month' else '0' end)::date
        as first_other_month,
      date_trunc('month', day::timestamp)::date as first_of_month,
      case when extract(day from day) > 15 then -1 else 1 end as sign
    from statement_watermarks where end_customer_id = customer
  ), amounts as (
    select totals.account_code, totals.currency, line_minor as amount_minor, line_base_minor as base_amount_minor,
      0 as unassigned_minor, 0 as unassigned_base_minor, period_start < first_of_month as is_before
    from folded, control_account_totals totals
    where totals.end_customer_id = customer and totals.account_code = any(accounts) and period_start < first_other_month
      and through > 0
    union all
    select behind.account_code, behind.currency, line_minor, line_base_minor, 0, 0, period_start < first_of_month
    from folded
    cross join lateral control_sums_between(customer, accounts, folded.through, (
      select last_entry_number from ledger_heads where end_customer_id = customer
    )) behind
    where period_start < first_other_month
    union all
    select lines.account_code, lines.currency, sign * lines.amount_minor, sign * lines.base_amount_minor, 0, 0, sign > 0
    from folded
    cross join (
      select line.account_code, transaction_currency as currency, sum(debit_minor - credit_minor) as base_amount_minor,
        sum(case
          -- A revaluation in base currency moves an item in another one: its base amount alone counts.
          when line.open_item is not null and (
            select item.currency <> transaction_currency
            from open_item_changes change
            join open_items item on item.end_customer_id = customer and item.open_item_id = change.open_item_id
            where change.end_customer_id = customer and change.entry_number = line.entry_number
              and change.line_number = line.line_number and change.amount_minor = 0
            limit 1
          ) then 0
          when debit_minor > 0 then transaction_minor
          else -transaction_minor
        end) as amount_minor
      from journal_lines line
      where end_customer_id = customer and line.account_code = any(accounts)
        and posting_date >= case when extract(day from day) > 15 then day + 1
          else date_trunc('month', day::timestamp)::date end
        and posting_date <= case when extract(day from day) > 15
          then (date_trunc('month', day::timestamp) + interval '1 month' - interval '1 day')::date else day end
      group by line.account_code, transaction_currency
    ) lines
    union all
    select legacy.account_code, legacy.currency, 0, 0, legacy.amount_minor, legacy.base_amount_minor, true
    from legacy_lines legacy
    where legacy.end_customer_id = customer and legacy.account_code = any(accounts) and posting_date <= day
    union all
    select legacy.account_code, legacy.currency, 0, 0, -used.amount_minor, -used.base_amount_minor, true
    from legacy_line_uses used
    join legacy_lines legacy using (end_customer_id, entry_number, line_number)
    where end_customer_id = customer and legacy.account_code = any(accounts) and used.posting_date <= day
  )
  select amounts.account_code, amounts.currency, sum(amount_minor), sum(base_amount_minor), sum(unassigned_minor),
    sum(unassigned_base_minor)
  from amounts
  group by amounts.account_code, amounts.currency
  having bool_or(is_before) or sum(amount_minor) <> 0 or sum(base_amount_minor) <> 0 or (
    select true from journal_lines line
    where end_customer_id = customer and line.account_code = amounts.account_code
      and line.transaction_currency = amounts.currency and posting_date <= day
      and posting_date >= date_trunc('month', day::timestamp)::date
    limit 1
  )
$function$;

-- sql/functions/control-accounts/control_item_sums_between.sql
CREATE OR REPLACE FUNCTION public.control_item_sums_between(customer uuid, after bigint, through bigint)
 RETURNS TABLE(account_code text, currency text, posting_date date, line_minor numeric, item_minor numeric, item_base_minor numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select item.account_code, item.currency, item.posting_date, 0::numeric,
    sum(case when kind in ('payable', 'supplier_advance') then -amount_minor else amount_minor end),
    sum(case when kind in ('payable', 'supplier_advance') then -base_amount_minor else base_amount_minor end)
  from open_items item
  where item.end_customer_id = customer and item.entry_number > after and item.entry_number <= through
    and item.line_number > 0
  group by 1, 2, 3
  union all
  select item.account_code, part.currency, change.posting_date, sum(part.line_minor), sum(part.item_minor),
    sum(part.item_base_minor)
  from (
    -- sql.md: lateral in order
    select entry_number, line_number, open_item_id, posting_date, amount_minor, base_amount_minor from open_item_changes
    where end_customer_id = customer and entry_number > after and entry_number <= through and line_number > 0
    order by entry_number, line_number
  ) change
  -- sql.md: lateral limit 1
  cross join lateral (
    select account_code, currency, case when kind in ('payable', 'supplier_advance') then -1 else 1 end as side
    from open_items
    where open_items.end_customer_id = customer and open_items.open_item_id = change.open_item_id
    limit 1
  ) item
  cross join lateral (
    select item.currency, 0 as line_minor, side * change.amount_minor as item_minor,
      side * change.base_amount_minor as item_base_minor
    union all
    select transaction_currency, case when debit_minor > 0 then -transaction_minor else transaction_minor end, 0, 0
    from journal_lines
    where change.amount_minor = 0 and journal_lines.end_customer_id = customer
      and journal_lines.entry_number = change.entry_number and journal_lines.line_number = change.line_number
      and transaction_currency <> item.currency
  ) part
  group by 1, 2, 3
$function$;

-- sql/functions/control-accounts/control_sums_between.sql
CREATE OR REPLACE FUNCTION public.control_sums_between(customer uuid, accounts text[], after bigint, through bigint)
 RETURNS TABLE(account_code text, currency text, period_start date, line_minor numeric, line_base_minor numeric, item_minor numeric, item_base_minor numeric)
 LANGUAGE sql
 STABLE
AS $function$
  with control as materialized (
    select unnest(accounts) as account_code
  ), moved as (
    select line.account_code, line.currency, entry.posting_date, sum(line.line_minor) as line_minor,
      sum(line.line_base_minor) as line_base_minor, 0 as item_minor, 0 as item_base_minor
    from journal_entries entry
    -- sql.md: lateral in order
    cross join lateral (
      select account_code, transaction_currency as currency, debit_minor - credit_minor as line_base_minor,
        case when debit_minor > 0 then transaction_minor else -transaction_minor end as line_minor
      from journal_lines
      where journal_lines.end_customer_id = customer and journal_lines.entry_number = entry.entry_number
      order by line_number
    ) line
    where entry.end_customer_id = customer and entry.entry_number > after and entry.entry_number <= through
    group by 1, 2, 3
    union all
    select item.account_code, item.currency, item.posting_date, item.line_minor, 0, item.item_minor,
      item.item_base_minor
    from control_item_sums_between(customer, after, through) item
  )
  select moved.account_code, moved.currency,
    greatest(date_trunc('month', moved.posting_date::timestamp)::date, year.start_date), sum(moved.line_minor),
    sum(moved.line_base_minor), sum(moved.item_minor), sum(moved.item_base_minor)
  from moved
  join control using (account_code)
  cross join lateral (
    select start_date from fiscal_years
    where end_customer_id = customer and start_date <= moved.posting_date
    order by start_date desc
    limit 1
  ) year
  group by 1, 2, 3
$function$;

-- sql/functions/control-accounts/control_total_findings.sql
CREATE OR REPLACE FUNCTION public.control_total_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  select 'totals of control accounts equal lines and items',
    concat_ws(' ', 'account', account_code, currency, 'from', period_start),
    concat_ws(', ', coalesce(raw.line, 0), coalesce(raw.line_base, 0), coalesce(raw.item, 0), coalesce(raw.item_base, 0)),
    concat_ws(', ', coalesce(total.line_minor, 0), coalesce(total.line_base_minor, 0), coalesce(total.item_minor, 0),
      coalesce(total.item_base_minor, 0))
  from (
    select account_code, currency, period_start, line_minor as line, line_base_minor as line_base, item_minor as item,
      item_base_minor as item_base
    from statement_watermarks watermark
    cross join lateral control_sums_between(customer, array(
      select distinct account_code from control_accounts where control_accounts.end_customer_id = customer
    ), 0, watermark.control_entry_number)
    where end_customer_id = customer
  ) raw
  full join (
    select account_code, currency, period_start, line_minor, line_base_minor, item_minor, item_base_minor
    from control_account_totals where end_customer_id = customer
  ) total using (account_code, currency, period_start)
  where (coalesce(raw.line, 0), coalesce(raw.line_base, 0), coalesce(raw.item, 0), coalesce(raw.item_base, 0))
    <> (coalesce(total.line_minor, 0), coalesce(total.line_base_minor, 0), coalesce(total.item_minor, 0),
      coalesce(total.item_base_minor, 0))
$function$;

-- sql/functions/open-items/creditor_of_payment.sql
CREATE OR REPLACE FUNCTION public.creditor_of_payment(customer uuid, payment uuid)
 RETURNS TABLE(partner_name text, partner_reference text)
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(nullif(item.partner_name, ''), paid.partner_name, debtor_name),
    case when item.open_item_id is null then paid.partner_reference else item.partner_reference end
  from payments
  left join open_items item on item.end_customer_id = customer and item.open_item_id = coalesce(credit_item_id, payment)
  left join lateral (
    select allocation_id from allocations
    where allocations.end_customer_id = customer and allocations.payment_id = payment and state <> 'reversed'
    order by allocations.created_at, allocation_id
    limit 1
  ) first on true
  left join lateral (
    -- An allocation of credit that something else has booked decides nothing.
    select partner.partner_name, partner.partner_reference
    from partner_of_allocation(customer, first.allocation_id) partner
    where coalesce(payments.booked_by, first.allocation_id) = first.allocation_id
  ) paid on true
  where payments.end_customer_id = customer and payments.payment_id = payment
    and (booked_by is not null or first.allocation_id is not null)
    and coalesce(nullif(item.partner_name, ''), paid.partner_name, debtor_name) is not null
$function$;

-- sql/functions/bank/credits_by_facts.sql
CREATE OR REPLACE FUNCTION public.credits_by_facts(customer uuid, bank_entry uuid)
 RETURNS TABLE(payment_id uuid, source_fact_id uuid, journal_entry_id uuid, given_minor bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select given.payment_id, entry.source_id, entry.journal_entry_id, sum(-given.amount_minor)::bigint
  from (
    select payment.payment_id, item.entry_number, item.amount_minor
    from payments payment
    join open_items item on item.end_customer_id = customer and item.open_item_id = coalesce(credit_item_id, payment.payment_id)
    where payment.end_customer_id = customer and payment.entry_id = bank_entry
    union all
    select payment.payment_id, change.entry_number, change.amount_minor
    from payments payment
    join open_item_changes change
      on change.end_customer_id = customer and change.open_item_id = coalesce(credit_item_id, payment.payment_id)
    where payment.end_customer_id = customer and payment.entry_id = bank_entry and change.amount_minor < 0
  ) given
  join journal_entries entry on entry.end_customer_id = customer and entry.entry_number = given.entry_number
  where entry.source_type <> 'payment_allocation' and entry.reversal_of is null and not exists (
    select from journal_entries reversal
    where reversal.end_customer_id = customer and reversal.reversal_of = entry.journal_entry_id
  )
  group by given.payment_id, entry.source_id, entry.journal_entry_id
$function$;

-- sql/functions/bank-entries/date_bank_entry.sql
CREATE OR REPLACE FUNCTION public.date_bank_entry()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update camt053_entries set stated_day = stated_day_of(new.end_customer_id, new.entry_id)
  where end_customer_id = new.end_customer_id and entry_id = new.entry_id and stated_day is null;
  return null;
end $function$;

-- sql/functions/bank-reconciliation/date_bank_entry_use.sql
CREATE OR REPLACE FUNCTION public.date_bank_entry_use()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  new.booking_date := (
    select coalesce(entry.booking_date, entry.stated_day) from camt053_entries entry
    where entry.end_customer_id = new.end_customer_id and entry.entry_id = new.entry_id and is_booked
  );
  return new;
end $function$;

-- sql/functions/vat/declared_tax_by_account.sql
CREATE OR REPLACE FUNCTION public.declared_tax_by_account(customer uuid, from_date date, to_date date, through bigint, kinds text[])
 RETURNS TABLE(account_code text, owed_minor numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select record.account_code, sum(owed_sign(record.tax_code, record.direction) * record.tax_minor)
  from entries_of_tax(customer, from_date, to_date, through) entry
  -- sql.md: lateral in order
  cross join lateral tax_records_on_accounts(customer, entry.entry_number) record
  where record.posting_date between from_date and to_date and record.kind = any(kinds)
    and record.tax_minor * owed_sign(record.tax_code, record.direction) <> 0
  group by 1
  order by 1
$function$;

-- sql/functions/open-items/deduction_findings.sql
CREATE OR REPLACE FUNCTION public.deduction_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  with settled as (
    select settlement_id, terms, entry_number,
      (terms -> 'paid' ->> 'amount_minor')::numeric + coalesce((
        select sum((deduction -> 'amount' ->> 'amount_minor')::numeric)
        from jsonb_array_elements(terms -> 'deductions') deduction where deduction ->> 'type' = 'bank_charges'
      ), 0) as paid_minor
    from supplier_settlements settlement
    join journal_entries entry
      on entry.end_customer_id = customer and entry.journal_entry_id = settlement.journal_entry_id
    where settlement.end_customer_id = customer and settlement.state = 'posted' and terms is not null
  ), allocated as (
    select allocation_id, allocation.amount_minor, request, entry_number
    from allocations allocation
    join journal_entries entry
      on entry.end_customer_id = customer and entry.journal_entry_id = allocation.journal_entry_id
    where allocation.end_customer_id = customer and allocation.state = 'posted'
  ), deducted as (
    select 'settlement ' || public_id('settle', settlement_id) as subject, entry_number, deduction
    from settled cross join lateral jsonb_array_elements(terms -> 'deductions') deduction
    union all
    select 'allocation ' || public_id('alloc', allocation_id), entry_number, deduction
    from allocated
    cross join lateral jsonb_array_elements(request -> 'lines') line
    cross join lateral jsonb_array_elements(line -> 'deductions') deduction
  )
  select 'what was paid in another currency is what the entry has moved', 'settlement ' || public_id('settle', settlement_id),
    (terms -> 'paid' ->> 'currency') || ' ' || paid_minor, 'no such line in entry ' || entry_number
  from settled
  where terms ? 'paid' and not exists (
    select from journal_lines line
    where line.end_customer_id = customer and line.entry_number = settled.entry_number
      and transaction_currency = terms -> 'paid' ->> 'currency'
      and case when credit_minor > 0 then transaction_minor else -transaction_minor end = paid_minor
  )
  union all
  select 'the money of an allocation is that of its lines', 'allocation ' || public_id('alloc', allocation_id),
    sent.minor::text, amount_minor::text
  from allocated
  cross join lateral (
    select sum((coalesce(line -> 'paid', line -> 'amount') ->> 'amount_minor')::numeric) as minor
    from jsonb_array_elements(request -> 'lines') line
  ) sent
  where amount_minor <> sent.minor
  union all
  -- Lines on one account are one, and nothing is left of those that cancel each other.
  select 'a deduction stands on the account that it names', subject, 'a line on account ' || account_code, 'none'
  from (
    select subject, entry_number, deduction ->> 'account_code' as account_code
    from deducted
    where deduction ->> 'type' = 'other'
      and deduction -> 'amount' ->> 'currency' = (select base_currency from end_customers where end_customer_id = customer)
    group by subject, entry_number, deduction ->> 'account_code'
    having sum((deduction -> 'amount' ->> 'amount_minor')::numeric) <> 0
  ) named
  where not exists (
    select from journal_lines line
    where line.end_customer_id = customer and line.entry_number = named.entry_number
      and line.account_code = named.account_code
  )
$function$;

-- sql/functions/bank-uses/dismissal_findings.sql
CREATE OR REPLACE FUNCTION public.dismissal_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  select 'a dismissal says what it had taken', 'bank entry ' || public_id('cent', ended.entry_id),
    concat_ws(' to ', least_minor, nullif(most_minor, least_minor)), ended.amount_minor::text
  from bank_entry_dismissals ended
  join camt053_entries entry on entry.end_customer_id = customer and entry.entry_id = ended.entry_id
  cross join lateral (
    select entry.amount_minor - coalesce(sum(used.amount_minor), 0) as least_minor,
      entry.amount_minor - coalesce(sum(used.amount_minor) filter (where used.created_at < ended.created_at), 0) as most_minor
    from bank_entry_uses used
    where used.end_customer_id = customer and used.entry_id = ended.entry_id and used.created_at < ended.undone_at
      and (used.state <> 'released' or used.released_at >= ended.undone_at)
  ) taken
  where ended.end_customer_id = customer and ended.undone_at is not null and ended.undone_by is null
    and ended.amount_minor not between least_minor and most_minor
$function$;

-- sql/functions/setup/end_customer_figure_findings.sql
CREATE OR REPLACE FUNCTION public.end_customer_figure_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select 'the list of end customers is counted', 'figures of the end customer',
    concat_ws(', ', now.name_key, now.blocked_facts, now.unbooked_entries, now.next_receivable_due, now.next_payable_due,
      now.next_vat_end, now.open_year_end),
    concat_ws(', ', kept.name_key, kept.blocked_facts, kept.unbooked_entries, kept.next_receivable_due,
      kept.next_payable_due, kept.next_vat_end, kept.open_year_end)
  from end_customer_figures kept
  join figures_of_end_customers(array[customer]) now using (end_customer_id, event_number, books_version)
  where kept.counted_marks = kept.marks
    and (now.name_key, now.blocked_facts, now.unbooked_entries, now.next_receivable_due, now.next_payable_due,
      now.next_vat_end, now.open_year_end)
    is distinct from (kept.name_key, kept.blocked_facts, kept.unbooked_entries, kept.next_receivable_due,
      kept.next_payable_due, kept.next_vat_end, kept.open_year_end)
$function$;

-- sql/functions/vat/registrations/entries_converted_between.sql
CREATE OR REPLACE FUNCTION public.entries_converted_between(customer uuid, after bigint, through bigint, first_day date, last_day date)
 RETURNS TABLE(entry_number bigint, journal_entry_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  select entry.entry_number, entry.journal_entry_id
  from (
    select posted.entry_number, posted.journal_entry_id, source_id, source_type, document_date
    from journal_entries posted
    where end_customer_id = customer and posted.entry_number > after and posted.entry_number <= through
      and reversal_of is null and source_type in ('expense_document', 'customer_invoice', 'journal_voucher')
      and document_date >= first_day and (last_day is null or document_date <= last_day)
    offset 0
  ) entry
  -- sql.md: lateral limit 1
  cross join lateral (
    select from journal_lines line
    where line.end_customer_id = customer and line.entry_number = entry.entry_number and rate_e8 is not null
    limit 1
  ) converted
  cross join lateral (
    select request -> 'payload' as payload from source_facts
    where source_fact_id = source_id and end_customer_id = customer limit 1
  ) fact
  where not payload ? 'exchange_rate'
    and (source_type <> 'journal_voucher' or jsonb_path_exists(payload, '$.*[*].tax_code ? (@ != "NONE")'))
    and not exists (
      select from journal_entries reversal
      where reversal.end_customer_id = customer and reversal.reversal_of = entry.journal_entry_id
    )
$function$;

-- sql/functions/vat/entries_of_tax.sql
CREATE OR REPLACE FUNCTION public.entries_of_tax(customer uuid, from_date date, to_date date, through bigint)
 RETURNS TABLE(entry_number bigint)
 LANGUAGE sql
 STABLE
AS $function$
  (
    select posted.entry_number from journal_entries posted
    where posted.end_customer_id = customer and posted.posting_date between from_date and to_date
      and posted.entry_number <= through
    order by posted.posting_date, posted.entry_number
  )
  union all
  (
    select distinct line.entry_number from journal_lines line
    where line.end_customer_id = customer and line.entry_number <= through
      and line.posting_date not between from_date and to_date
      and (line.tax ? 'tax_date' or line.tax_due @? '$[*].tax_date')
      and (line.tax_due is not null or (line.tax ->> 'tax_date')::date between from_date and to_date)
  )
$function$;

-- sql/functions/vat/reconciliation/entries_on_accounts.sql
CREATE OR REPLACE FUNCTION public.entries_on_accounts(customer uuid, accounts text[], from_date date, to_date date, through bigint, behind_date date, behind_entry bigint, most integer)
 RETURNS TABLE(posting_date date, entry_number bigint)
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  select distinct found.posting_date, found.entry_number
  from unnest(accounts) wanted (account_code)
  cross join lateral (
    select distinct line.posting_date, line.entry_number from journal_lines line
    where line.end_customer_id = customer and line.account_code = wanted.account_code
      and line.posting_date between from_date and to_date and line.entry_number <= through
      and (line.posting_date, line.entry_number) > (behind_date, behind_entry)
    order by line.posting_date, line.entry_number
    limit most
  ) found
  order by found.posting_date, found.entry_number
  limit most
$function$;

-- sql/functions/vat/registrations/entries_taxed_between.sql
CREATE OR REPLACE FUNCTION public.entries_taxed_between(customer uuid, after bigint, through bigint, first_day date, last_day date)
 RETURNS TABLE(entry_number bigint, journal_entry_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  select entry.entry_number, entry.journal_entry_id
  from (
    select posted.entry_number, posted.journal_entry_id, source_id
    from journal_entries posted
    where end_customer_id = customer and posted.entry_number > after and posted.entry_number <= through
      and reversal_of is null and source_type in ('expense_document', 'customer_invoice', 'journal_voucher')
    offset 0
  ) entry
  -- sql.md: lateral limit 1
  cross join lateral (
    select business_date, request -> 'payload' as payload from source_facts
    where source_fact_id = source_id and end_customer_id = customer limit 1
  ) fact
  cross join lateral (
    select min(day) as earliest, max(day) as latest
    from (
      select coalesce(payload ->> 'supply_date', payload ->> 'document_date', business_date::text) as day
      union all
      select day #>> '{}' from jsonb_path_query(payload, '$.*[*].supply_date') day
      union all
      select day #>> '{}' from jsonb_path_query(payload, '$.*[*].supply_period.*') day
      union all
      select day #>> '{}' from jsonb_path_query(payload, '$.lines[*].open_item.new.document_date') day
      union all
      select day #>> '{}' from jsonb_path_query(payload, '$.lines[*].open_item.new.tax_lines[*].supply_date') day
      union all
      select day #>> '{}' from jsonb_path_query(payload, '$.lines[*].open_item.new.tax_lines[*].supply_period.*') day
    ) days
  ) supply
  where (jsonb_path_exists(payload, '$.*[*].tax_code ? (@ != "NONE")')
      or jsonb_path_exists(payload, '$.lines[*].open_item.new.tax_lines[*] ? (@.declared == false)'))
    and latest >= first_day::text and (last_day is null or earliest <= last_day::text)
    and not exists (
      select from journal_entries reversal
      where reversal.end_customer_id = customer and reversal.reversal_of = entry.journal_entry_id
    )
$function$;

-- sql/functions/vat/registrations/entries_with_tax_posted_between.sql
CREATE OR REPLACE FUNCTION public.entries_with_tax_posted_between(customer uuid, after bigint, through bigint, first_day date, last_day date)
 RETURNS TABLE(entry_number bigint, journal_entry_id uuid)
 LANGUAGE sql
 STABLE
AS $function$
  select entry.entry_number, entry.journal_entry_id
  from (
    select posted.entry_number, posted.journal_entry_id, source_id
    from journal_entries posted
    where end_customer_id = customer and posted.entry_number > after and posted.entry_number <= through
      and reversal_of is null and source_type in ('expense_document', 'customer_invoice', 'journal_voucher')
      and posting_date >= first_day and (last_day is null or posting_date <= last_day)
    offset 0
  ) entry
  -- sql.md: lateral limit 1
  cross join lateral (
    select request -> 'payload' as payload from source_facts
    where source_fact_id = source_id and end_customer_id = customer limit 1
  ) fact
  where (jsonb_path_exists(payload, '$.*[*].tax_code ? (@ != "NONE")')
      or jsonb_path_exists(payload, '$.lines[*].open_item.new.tax_lines[*] ? (@.declared == false)'))
    and not exists (
      select from journal_entries reversal
      where reversal.end_customer_id = customer and reversal.reversal_of = entry.journal_entry_id
    )
$function$;

-- sql/functions/bank-entries/evidence_findings.sql
CREATE OR REPLACE FUNCTION public.evidence_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  select 'what a voucher with the evidence of a bank entry books, nothing else has booked',
    'bank entry ' || public_id('cent', entry_id) || ', voucher ' || public_id('fact', source_fact_id),
    'at most ' || whole_minor || ' in all: reverse the voucher or the other booking, or link the line to the bank entry that it is of',
    voucher_minor || ' by ' || lines || ' of ' || public_id('je', journal_entry_id) || ', and ' || other.amount_minor || ' by '
      || array_to_string(other.holders[1:5], ', ') || case when cardinality(other.holders) > 5 then ' and others' else '' end
  from (
    select entry.entry_id, entry.amount_minor as whole_minor, proposal.journal_entry_id, proposal.source_fact_id,
      least(sum(proposal.amount_minor), entry.amount_minor) as voucher_minor,
      'line ' || string_agg(proposal.line_number::text, ', ' order by proposal.line_number) as lines
    from camt053_entries entry
    cross join lateral open_link_proposals(customer, entry.entry_id) proposal
    where entry.end_customer_id = customer and entry.entry_id in (
      select entry_id from bank_entry_link_proposals where end_customer_id = customer
    )
    group by entry.entry_id, entry.amount_minor, proposal.journal_entry_id, proposal.source_fact_id
  ) voucher
  cross join lateral (
    select sum(used.amount_minor) as amount_minor, array_agg(distinct public_id(case used_by
      when 'allocation' then 'alloc' when 'settlement' then 'settle' when 'voucher' then 'fact' when 'link' then 'blink'
      else 'bret' end, source_id)) as holders
    from bank_entry_uses used
    where used.end_customer_id = customer and used.entry_id = voucher.entry_id and state <> 'released'
      and used.journal_entry_id is distinct from voucher.journal_entry_id
  ) other
  where voucher_minor + other.amount_minor > whole_minor
$function$;

-- sql/functions/facts/facts_of_same_reference.sql
CREATE OR REPLACE FUNCTION public.facts_of_same_reference(customers uuid[], fact_ids uuid[], systems text[], fact_references text[])
 RETURNS TABLE(source_fact_id uuid, related_id uuid, related_state text, related_reference text)
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
  select wanted.source_fact_id, related.source_fact_id, related.state, wanted.external_reference
  from (
    select unnest(customers) as end_customer_id, unnest(fact_ids) as source_fact_id, unnest(systems) as source_system,
      unnest(fact_references) as external_reference
  ) wanted
  cross join lateral (
    select fact.source_fact_id, decided.state from source_facts fact
    -- sql.md: lateral limit 1
    cross join lateral (
      select state from fact_states
      where fact_states.end_customer_id = fact.end_customer_id and fact_states.source_fact_id = fact.source_fact_id
      limit 1
    ) decided
    where fact.end_customer_id = wanted.end_customer_id
      and fact.external_reference between wanted.external_reference and wanted.external_reference
      and fact.source_system = wanted.source_system and fact.source_fact_id <> wanted.source_fact_id
      and decided.state in ('received', 'blocked', 'posted')
    order by fact.external_reference desc, fact.source_fact_id desc
    limit 1
  ) newest
  cross join lateral (
    select newest.source_fact_id, newest.state
    where newest.source_fact_id > wanted.source_fact_id
    union all
    (select fact.source_fact_id, decided.state from source_facts fact
    cross join lateral (
      select state from fact_states
      where fact_states.end_customer_id = fact.end_customer_id and fact_states.source_fact_id = fact.source_fact_id
      limit 1
    ) decided
    where newest.source_fact_id < wanted.source_fact_id and fact.end_customer_id = wanted.end_customer_id
      and fact.external_reference between wanted.external_reference and wanted.external_reference
      and fact.source_system = wanted.source_system and fact.source_fact_id < wanted.source_fact_id
      and decided.state in ('received', 'blocked', 'posted')
    order by fact.external_reference, fact.source_fact_id)
  ) related;
end $function$;

-- sql/functions/setup/figures_of_end_customers.sql
CREATE OR REPLACE FUNCTION public.figures_of_end_customers(customers uuid[])
 RETURNS TABLE(end_customer_id uuid, event_number bigint, books_version bigint, counted_marks bigint, name_key text, blocked_facts integer, unbooked_entries integer, next_receivable_due date, next_payable_due date, next_vat_end date, open_year_end date)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select ledger.end_customer_id,
    coalesce((
      select last_event_number from event_heads head where head.end_customer_id = ledger.end_customer_id
    ), 0),
    ledger.books_version,
    coalesce((
      select marks from end_customer_figures kept where kept.end_customer_id = ledger.end_customer_id
    ), 0),
    -- Nobody's name comes behind all letters.
    (
      select coalesce(lower(left(name, 100)), '~') from end_customers one
      where one.end_customer_id = ledger.end_customer_id
    ),
    (
      select count(*)::integer from fact_states fact
      where fact.end_customer_id = ledger.end_customer_id and state = 'blocked'
    ),
    (
      select count(*)::integer from camt053_entries entry
      where entry.end_customer_id = ledger.end_customer_id and is_booked and dismissed_by is null
        and used_minor < amount_minor and repeat_state is distinct from 'repeat'
    ),
    coalesce(receivable.due_on, 'infinity'), coalesce(payable.due_on, 'infinity'),
    coalesce(vat_period.last_day, 'infinity'),
    coalesce((
      select min(end_date) from fiscal_years year
      where year.end_customer_id = ledger.end_customer_id and state = 'open'
    ), 'infinity')
  from unnest(customers) asked (end_customer_id)
  join ledger_heads ledger on ledger.end_customer_id = asked.end_customer_id
  left join lateral (
    select coalesce(due_date, document_date) as due_on from open_items item
    where item.end_customer_id = ledger.end_customer_id and kind = 'receivable' and closed_on is null
      and amount_minor > 0 and open_amount_minor > 0
    order by coalesce(due_date, document_date) limit 1
  ) receivable on true
  left join lateral (
    select coalesce(due_date, document_date) as due_on from open_items item
    where item.end_customer_id = ledger.end_customer_id and kind = 'payable' and closed_on is null
      and amount_minor > 0 and open_amount_minor > 0
    order by coalesce(due_date, document_date) limit 1
  ) payable on true
  -- The first filing period whose return is not filed: behind the last one that was filed, or, where none was, that of the first
  -- entry. None where nothing is booked, or nobody is registered from then on. A function of its own took more than all the rest.
  left join lateral (
    with begun as materialized (
      select coalesce(
        (
          select max(period_end) + 1 from vat_filings filing
          where filing.end_customer_id = ledger.end_customer_id and submission = 'first'
        ),
        (
          select posting_date from journal_entries entry
          where entry.end_customer_id = ledger.end_customer_id
          order by end_customer_id, posting_date, entry_number limit 1
        )
      ) as day
    ), registration as materialized (
      select distinct on (valid_from) valid_from, method, filing_period
      from vat_registration_changes change
      where change.end_customer_id = ledger.end_customer_id
      order by valid_from, change_number desc
    ), in_force as (
      select greatest(valid_from, day) as day, filing_period
      from begun cross join registration
      where day is not null and method <> 'not_registered' and coalesce(
        (select min(later.valid_from) from registration later where later.valid_from > registration.valid_from) > day, true
      )
      order by valid_from limit 1
    )
    select case filing_period
      when 'month' then date_trunc('month', day::timestamp) + interval '1 month'
      when 'quarter' then date_trunc('quarter', day::timestamp) + interval '3 months'
      when 'half_year' then date_trunc('year', day::timestamp)
        + case when extract(month from day) <= 6 then interval '6 months' else interval '1 year' end
      else date_trunc('year', day::timestamp) + interval '1 year'
    end::date - 1 as last_day
    from in_force
  ) vat_period on true
$function$;

-- sql/functions/bank-entries/file_day.sql
CREATE OR REPLACE FUNCTION public.file_day(moment text)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when moment ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$' and pg_input_is_valid(moment, 'timestamptz')
      then (moment::timestamptz at time zone 'Europe/Zurich')::date
    else valid_day(left(moment, 10))
  end
$function$;

-- sql/functions/statement-folds/fold_lines.sql
CREATE OR REPLACE FUNCTION public.fold_lines(customers uuid[])
 RETURNS void
 LANGUAGE sql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_nestloop TO 'off'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  with ledgers as materialized (
    select end_customer_id, entry_number, control_entry_number,
      fold_through(
        end_customer_id, least(entry_number, control_entry_number), last_entry_number, cardinality(customers)
      ) as through,
      array(
        select start_date from fiscal_years
        where fiscal_years.end_customer_id = watermark.end_customer_id
        order by start_date
      ) as years,
      array(
        select distinct account_code from control_accounts
        where control_accounts.end_customer_id = watermark.end_customer_id
      ) as control_accounts
    from statement_watermarks watermark
    -- sql.md: lateral limit 1
    cross join lateral (
      select last_entry_number from ledger_heads where ledger_heads.end_customer_id = watermark.end_customer_id limit 1
    ) head
    where end_customer_id = any(customers)
  ), sums as materialized (
    select end_customer_id, control_accounts, account_code, period_start, entry_type, currency, debit_minor, credit_minor,
      line_minor, line_base_minor
    from ledgers
    cross join lateral (
      select account_code,
        greatest(date_trunc('month', posting_date::timestamp)::date, years[width_bucket(posting_date, years)])
          as period_start,
        coalesce(entry_type, 'standard') as entry_type, transaction_currency as currency,
        sum(debit_minor) filter (where line.entry_number > ledgers.entry_number) as debit_minor,
        sum(credit_minor) filter (where line.entry_number > ledgers.entry_number) as credit_minor,
        sum(case when debit_minor > 0 then transaction_minor else -transaction_minor end)
          filter (where line.entry_number > control_entry_number) as line_minor,
        sum(debit_minor - credit_minor) filter (where line.entry_number > control_entry_number) as line_base_minor
      from (
        select entry_number, account_code, posting_date, debit_minor, credit_minor, transaction_currency,
          transaction_minor
        from journal_lines
        where journal_lines.end_customer_id = ledgers.end_customer_id
          and journal_lines.entry_number > least(ledgers.entry_number, control_entry_number)
          and journal_lines.entry_number <= through
        order by entry_number, line_number
      ) line
      left join (
        select entry_number, entry_type from journal_entries
        where journal_entries.end_customer_id = ledgers.end_customer_id
          and journal_entries.entry_number > least(ledgers.entry_number, control_entry_number)
          and journal_entries.entry_number <= through and entry_type <> 'standard'
        order by entry_number
      ) other using (entry_number)
      group by 1, 2, 3, 4
    ) sum_of_lines
  ), folded as (
    insert into account_period_totals as totals (
      end_customer_id, account_code, period_start, entry_type, debit_minor, credit_minor
    )
    select end_customer_id, account_code, period_start, entry_type, sum(debit_minor), sum(credit_minor)
    from sums
    where debit_minor is not null
    group by end_customer_id, account_code, period_start, entry_type
    order by end_customer_id, account_code, period_start, entry_type
    on conflict (end_customer_id, account_code, period_start, entry_type) do update
    set debit_minor = totals.debit_minor + excluded.debit_minor,
      credit_minor = totals.credit_minor + excluded.credit_minor
  ), moved as (
    select end_customer_id, account_code, currency, period_start, line_minor, line_base_minor, 0 as item_minor,
      0 as item_base_minor
    from sums
    where line_minor is not null and account_code = any(control_accounts)
    union all
    select end_customer_id, account_code, currency,
      greatest(date_trunc('month', posting_date::timestamp)::date, years[width_bucket(posting_date, years)]),
      line_minor, 0, item_minor, item_base_minor
    from ledgers
    cross join lateral control_item_sums_between(end_customer_id, control_entry_number, through)
    where account_code = any(control_accounts)
  ), folded_control as (
    insert into control_account_totals as totals (
      end_customer_id, account_code, currency, period_start, line_minor, line_base_minor, item_minor, item_base_minor
    )
    select end_customer_id, account_code, currency, period_start, sum(line_minor), sum(line_base_minor),
      sum(item_minor), sum(item_base_minor)
    from moved
    group by end_customer_id, account_code, currency, period_start
    order by end_customer_id, account_code, currency, period_start
    on conflict (end_customer_id, account_code, currency, period_start) do update
    set line_minor = totals.line_minor + excluded.line_minor,
      line_base_minor = totals.line_base_minor + excluded.line_base_minor,
      item_minor = totals.item_minor + excluded.item_minor,
      item_base_minor = totals.item_base_minor + excluded.item_base_minor
  )
  update statement_watermarks watermark
  set entry_number = greatest(watermark.entry_number, through),
    control_entry_number = greatest(watermark.control_entry_number, through)
  from ledgers
  where watermark.end_customer_id = ledgers.end_customer_id and watermark.end_customer_id = any(customers)
$function$;

-- sql/functions/statement-folds/fold_partners.sql
CREATE OR REPLACE FUNCTION public.fold_partners(customers uuid[])
 RETURNS void
 LANGUAGE sql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  with ledgers as materialized (
    select end_customer_id, partner_entry_number, named_entry_number,
      fold_through(
        end_customer_id, least(partner_entry_number, named_entry_number), last_entry_number, cardinality(customers)
      ) as through
    from ledger_heads
    join statement_watermarks using (end_customer_id)
    where end_customer_id = any(customers)
  ), sums as materialized (
    select end_customer_id, account_code, partner_key, partner_reference, partner_name, period_start, base_minor,
      other_side_minor
    from ledgers
    cross join lateral partner_sums_between(end_customer_id, partner_entry_number, through)
    order by end_customer_id, account_code, partner_key, period_start
  ), partners as (
    insert into partner_period_totals as totals (
      end_customer_id, account_code, partner_key, period_start, base_minor
    )
    select end_customer_id, account_code, partner_key, period_start, base_minor from sums where base_minor <> 0
    on conflict (end_customer_id, account_code, partner_key, period_start) do update
    set base_minor = totals.base_minor + excluded.base_minor
  ), other_sides as (
    insert into other_side_totals as totals (
      end_customer_id, account_code, partner_key, partner_reference, partner_name, period_start, base_minor
    )
    select end_customer_id, account_code, partner_key, partner_reference, partner_name, period_start,
      other_side_minor
    from sums where other_side_minor <> 0
    on conflict (end_customer_id, account_code, partner_key, period_start) do update
    set base_minor = totals.base_minor + excluded.base_minor
  ), names as (
    -- A later item names nobody anew: the first one stays.
    insert into partner_names (end_customer_id, name_key, partner_reference, account_code, side, first_entry_number)
    select end_customer_id, partner_name_key(partner_name) as name_key, partner_reference, account_code, side,
      min(first_entry_number)
    from ledgers
    cross join lateral (
      select partner_name, partner_reference, account_code,
        case when kind in ('payable', 'supplier_advance') then 'supplier' else 'customer' end as side,
        min(item.entry_number) as first_entry_number
      from open_items item
      where item.end_customer_id = ledgers.end_customer_id and item.entry_number > named_entry_number
        and item.entry_number <= through
      group by 1, 2, 3, 4
    ) written
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (end_customer_id, name_key, partner_reference, account_code, side) do nothing
  )
  update statement_watermarks watermark
  set partner_entry_number = greatest(watermark.partner_entry_number, through),
    named_entry_number = greatest(watermark.named_entry_number, through)
  from ledgers
  where watermark.end_customer_id = ledgers.end_customer_id
$function$;

-- sql/functions/vat/fold_tax_records.sql
CREATE OR REPLACE FUNCTION public.fold_tax_records(customers uuid[], at_least bigint)
 RETURNS void
 LANGUAGE sql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  with behind as materialized (
    select end_customer_id, tax_entry_number, tax_account_entry_number,
      fold_through(
        end_customer_id, least(tax_entry_number, tax_account_entry_number), last_entry_number, cardinality(customers)
      ) as through
    from ledger_heads
    join statement_watermarks using (end_customer_id)
    where end_customer_id = any(customers)
      and is_behind(end_customer_id, least(tax_entry_number, tax_account_entry_number), last_entry_number, at_least)
  ), sums as materialized (
    select end_customer_id, date_trunc('month', posting_date::timestamp)::date as period_start, tax_code, rate_bp,
      direction, coalesce(form_figure, '') as form_figure, coalesce(activity_id, '') as activity_id, kind,
      sum(base_minor) as base_minor, sum(tax_minor) as tax_minor, count(*) as records,
      -- As they come: an order would sort all records, and nearly all of them are in sums that keep no numbers.
      array_agg(entry_number) as entry_numbers
    from behind
    cross join lateral tax_records_between(end_customer_id, tax_entry_number, through)
    group by 1, 2, 3, 4, 5, 6, 7, 8
  ), folded as (
    insert into tax_period_totals as totals (
      end_customer_id, period_start, tax_code, rate_bp, direction, form_figure, activity_id, kind, base_minor, tax_minor,
      records, entry_numbers
    )
    select end_customer_id, period_start, tax_code, rate_bp, direction, form_figure, activity_id, kind, base_minor, tax_minor,
      records, case when records <= 50 then array(
        select distinct entry_number from unnest(sums.entry_numbers) number (entry_number) order by entry_number
      ) end
    from sums
    order by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (end_customer_id, period_start, tax_code, rate_bp, direction, form_figure, activity_id, kind) do update
    set base_minor = totals.base_minor + excluded.base_minor, tax_minor = totals.tax_minor + excluded.tax_minor,
      records = totals.records + excluded.records, entry_numbers = case
        when totals.entry_numbers is not null and totals.records + excluded.records <= 50
        then totals.entry_numbers || excluded.entry_numbers
      end
  ), folded_accounts as (
    insert into tax_account_totals as totals (end_customer_id, period_start, account_code, recorded_minor, taxed_lines)
    select behind.end_customer_id, date_trunc('month', posting_date::timestamp)::date, account_code,
      sum(recorded_minor), count(*) filter (where has_tax)
    from behind
    cross join lateral taxed_lines_between(end_customer_id, tax_account_entry_number, through)
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (end_customer_id, period_start, account_code) do update
    set recorded_minor = totals.recorded_minor + excluded.recorded_minor,
      taxed_lines = totals.taxed_lines + excluded.taxed_lines
  )
  update statement_watermarks watermark
  set tax_entry_number = greatest(watermark.tax_entry_number, through),
    tax_account_entry_number = greatest(watermark.tax_account_entry_number, through)
  from behind
  where watermark.end_customer_id = behind.end_customer_id
$function$;

-- sql/functions/vat/reconciliation/fold_taxed_movements.sql
CREATE OR REPLACE FUNCTION public.fold_taxed_movements(customers uuid[], at_least bigint)
 RETURNS void
 LANGUAGE sql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET enable_incremental_sort TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  with behind as materialized (
    select end_customer_id, movement_entry_number,
      fold_through(end_customer_id, movement_entry_number, last_entry_number, cardinality(customers)) as through
    from ledger_heads
    join statement_watermarks using (end_customer_id)
    where end_customer_id = any(customers)
      and is_behind(end_customer_id, movement_entry_number, last_entry_number, at_least)
  ), folded as (
    insert into taxed_movement_totals as totals (
      end_customer_id, period_start, entry_type, part, account_code, counter_code, kind, tax_code, direction, form_figure,
      activity_id, amount_minor, parts
    )
    select end_customer_id, date_trunc('month', posting_date::timestamp)::date, entry_type, part, account_code,
      counter_code, kind, tax_code, direction, form_figure, activity_id, sum(amount_minor), count(*)
    from behind
    cross join lateral taxed_movements_between(end_customer_id, movement_entry_number, through)
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    order by 1, 2, 5, 4, 6, 8, 9, 10, 11, 7, 3
    on conflict (
      end_customer_id, period_start, account_code, part, counter_code, tax_code, direction, form_figure, activity_id,
      kind, entry_type
    ) do update
    set amount_minor = totals.amount_minor + excluded.amount_minor, parts = totals.parts + excluded.parts
  )
  update statement_watermarks watermark
  set movement_entry_number = behind.through
  from behind
  where watermark.end_customer_id = behind.end_customer_id
$function$;

-- sql/functions/statement-folds/fold_through.sql
CREATE OR REPLACE FUNCTION public.fold_through(customer uuid, after bigint, last_entry bigint, ledgers bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
declare
  lines constant bigint := 10000 / ledgers;
begin
  -- An entry has 1,000 lines at most.
  if (last_entry - after) * 1000 <= lines then
    return last_entry;
  end if;
  return coalesce(
    (
      select entry_number from journal_lines
      where end_customer_id = customer and entry_number > after and entry_number <= last_entry
      order by entry_number, line_number
      offset lines limit 1
    ),
    last_entry
  );
end $function$;

-- sql/functions/open-items/follow_entries.sql
CREATE OR REPLACE FUNCTION public.follow_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  posted record;
begin
  for posted in
    select end_customer_id, array_agg(entry_number) as entries
    from new_entries
    where reversal_of is not null or source_type in ('payment_allocation', 'supplier_payable_settlement')
      or source_type = 'journal_voucher' and rule_version < 3
    group by end_customer_id
  loop
    -- A process of the release before would book such a settlement as if it had no terms, and an allocation as if nothing
    -- were deducted. It tries again later, until one of this release does it.
    if exists (
      select from new_entries entry
      join supplier_settlements settlement
        on settlement.end_customer_id = entry.end_customer_id and settlement.settlement_id = entry.source_id
      where entry.end_customer_id = posted.end_customer_id and source_type = 'supplier_payable_settlement'
        and reversal_of is null and terms is not null and not source_snapshot -> 'request' @> terms
    ) or exists (
      select from new_entries entry
      join allocations allocation
        on allocation.end_customer_id = entry.end_customer_id and allocation.allocation_id = entry.source_id
      where entry.end_customer_id = posted.end_customer_id and source_type = 'payment_allocation'
        and reversal_of is null and not source_snapshot ? 'closed'
        and (request @? '$.lines[*].deductions' or request @? '$.lines[*].paid')
    ) then
      raise exception 'a newer release books this allocation or settlement'
        using errcode = 'object_not_in_prerequisite_state';
    end if;
    perform move_open_items(posted.end_customer_id, posted.entries);
  end loop;
  return null;
end $function$;

-- sql/functions/vat/records/has_tax_of_item.sql
CREATE OR REPLACE FUNCTION public.has_tax_of_item(customer uuid, item_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select entry.source_type <> 'journal_voucher' or item.currency = entry.currency and coalesce(taxed.is_of_side, false) and case
      when taxed.is_acquisition then abs(taxed.base_minor) <= abs(item.amount_minor)
      else taxed.gross_minor * item.amount_minor >= 0 and abs(taxed.gross_minor) <= abs(item.amount_minor)
    end
  from open_items item
  join journal_entries entry on entry.end_customer_id = customer and entry.entry_number = item.entry_number
  cross join lateral (
    select bool_and(not line.tax ?| '{reduces,reduced_items}'::text[] and line.tax ->> 'direction' = any(case item.kind
        when 'receivable' then '{output,output_reduction,turnover_without_tax}'::text[]
        else '{acquisition,input_material,input_operating}'::text[]
      end)) as is_of_side,
      bool_or(line.tax ->> 'direction' = 'acquisition') as is_acquisition,
      sum((line.tax ->> 'base_minor')::numeric) filter (where line.tax ->> 'direction' like 'input%') as base_minor,
      sum(case when line.tax ->> 'direction' = 'output_reduction' then -1 else 1 end
        * ((line.tax ->> 'base_minor')::numeric + (line.tax ->> 'tax_minor')::numeric)) as gross_minor
    from journal_lines line
    where line.end_customer_id = customer and line.entry_number = item.entry_number and line.tax is not null
      and not line.tax ? 'kind' and line.tax ->> 'direction' <> 'none'
  ) taxed
  where item.end_customer_id = customer and item.open_item_id = item_id and (
    select count(*) = 1 from open_items other
    where other.end_customer_id = customer and other.entry_number = item.entry_number
      and (entry.source_type = 'journal_voucher' or other.kind in ('receivable', 'payable'))
  ) and (entry.source_type <> 'journal_voucher' or not exists (
    select from journal_lines own
    join journal_lines beside
      on beside.end_customer_id = customer and beside.entry_number = item.entry_number
        and (beside.debit_minor > 0) = (own.debit_minor > 0)
    where own.end_customer_id = customer and own.entry_number = item.entry_number and own.line_number = item.line_number
      and beside.line_number <> own.line_number and beside.tax is null and not exists (
        select from open_item_changes used
        join open_items advance on advance.end_customer_id = customer and advance.open_item_id = used.open_item_id
          and advance.kind in ('customer_credit', 'supplier_advance')
        where used.end_customer_id = customer and used.entry_number = item.entry_number
          and used.line_number = beside.line_number
      )
  ))
$function$;

-- sql/functions/closings/header_of_closed_day.sql
CREATE OR REPLACE FUNCTION public.header_of_closed_day(customer uuid, kinds text[], day date)
 RETURNS TABLE(name text, locale text, entry_number bigint, entry_hash text, account_codes text[], accounts json)
 LANGUAGE sql
 STABLE ROWS 1
 SET jit TO 'off'
AS $function$
  select kept.content #>> '{ledger,name}', kept.content #>> '{ledger,locale}', kept.entry_number, kept.entry_hash,
    control.account_codes, control.accounts
  from (
    select closing.content::jsonb as content, closing.entry_number, closing.entry_hash, closing.created_at
    from fiscal_years
    join fiscal_year_closings closing using (end_customer_id, closing_id)
    where fiscal_years.end_customer_id = customer and state = 'closed' and day between start_date and end_date
    offset 0
  ) kept
  cross join lateral (
    select coalesce(array_agg(account_code order by account_code), '{}') as account_codes,
      coalesce(json_agg(json_build_object('account_code', account_code, 'account_name', account_name)
        order by account_code), '[]') as accounts
    from (
      select distinct on (account_code) account_code, account_name
      from (
        select account ->> 'account_code' as account_code, account ->> 'account_name' as account_name
        from jsonb_array_elements(kept.content -> 'control_accounts') account
        where account ->> 'kind' = any(kinds)
        union all
        select account_code, account ->> 'account_name'
        from control_accounts
        join jsonb_array_elements(kept.content -> 'accounts') account on account ->> 'account_code' = account_code
        where not kept.content ? 'control_accounts' and end_customer_id = customer and kind = any(kinds)
          and (since_entry_number < kept.entry_number
            or since_entry_number = kept.entry_number and control_accounts.created_at <= kept.created_at)
      ) known
      order by account_code
    ) named
  ) control
$function$;

-- sql/functions/open-items-of-a-day/header_of_open_items.sql
CREATE OR REPLACE FUNCTION public.header_of_open_items(customer uuid, kinds text[], day date)
 RETURNS TABLE(name text, base_currency text, locale text, last_entry_number bigint, last_entry_hash text, account_codes text[], accounts json, balances json)
 LANGUAGE sql
 STABLE
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  select end_customers.name, end_customers.base_currency, end_customers.locale, ledger_heads.last_entry_number,
    ledger_heads.last_entry_hash, control.account_codes, control.accounts, (
      select coalesce(json_agg(json_build_object(
        'account_code', account_code, 'currency', currency, 'amount_minor', amount_minor::text,
        'base_amount_minor', base_amount_minor::text, 'unassigned_minor', unassigned_minor::text,
        'unassigned_base_minor', unassigned_base_minor::text
      ) order by account_code, currency), '[]')
      from control_balances_on(customer, control.account_codes, day)
    )
  from end_customers
  join ledger_heads using (end_customer_id)
  cross join (
    select coalesce(array_agg(account_code), '{}') as account_codes,
      coalesce(json_agg(json_build_object('account_code', account_code, 'account_name', account_name)
        order by account_code), '[]') as accounts
    from (
      select distinct account_code from control_accounts
      where end_customer_id = customer and kind = any(kinds)
    ) kept
    -- sql.md: lateral limit 1
    cross join lateral (
      select account_name from chart_accounts chart
      where chart.end_customer_id = customer and chart.account_code = kept.account_code
      order by valid_from desc
      limit 1
    ) named
  ) control
  where end_customer_id = customer
$function$;

-- sql/functions/bank/hold_bank_entry_lines.sql
CREATE OR REPLACE FUNCTION public.hold_bank_entry_lines(customer uuid, journal_entry uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'bank_entry_uses', customer, journal_entry), 0))
$function$;

-- sql/functions/moving/hold_fence.sql
CREATE OR REPLACE FUNCTION public.hold_fence()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  customer constant uuid := case tg_op when 'INSERT' then new.end_customer_id else old.end_customer_id end;
  written jsonb;
  found_move_id uuid;
  found_state text;
begin
  select fence.move_id, fence.state into found_move_id, found_state
  from fences fence where fence.end_customer_id = customer for share;
  if found_state <> 'open' then
    raise exception 'the end customer is not written here: it moves to another ledger database'
      using errcode = 'HB001', detail = customer::text, hint = found_state;
  end if;
  if tg_nargs > 0 and found_move_id is not null then
    written := case tg_op when 'INSERT' then to_jsonb(new) else to_jsonb(old) end;
    insert into written_keys (move_id, table_name, row_key)
    select found_move_id, tg_argv[0], jsonb_object_agg(name, written -> name) from unnest(tg_argv[1:]) name;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $function$;

-- sql/functions/statement-folds/is_behind.sql
CREATE OR REPLACE FUNCTION public.is_behind(customer uuid, after bigint, last_entry bigint, entries bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select last_entry - after >= entries or 4 * entries <= (
    select coalesce(sum(line_count), 0) from journal_entries
    where end_customer_id = customer and entry_number > after and entry_number <= last_entry
      and last_entry - after < entries
  )
$function$;

-- sql/functions/open-items/is_taxed_advance.sql
CREATE OR REPLACE FUNCTION public.is_taxed_advance(customer uuid, item_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from open_items item
    join journal_entries entry on entry.end_customer_id = item.end_customer_id and entry.entry_number = item.entry_number
    cross join lateral (
      select bool_or(line_number = item.line_number and tax is not null) as has_record, sum(
        case
          when tax is not null and (tax ->> 'tax_minor')::numeric <> 0 then abs((tax ->> 'base_minor')::numeric)
          when tax is null and open_item is null and not is_of_item then -debit_minor - credit_minor
          else 0
        end
      ) filter (where is_debit = is_debit_of_item) as beyond_minor
      from (
        select line_number, debit_minor, credit_minor, tax, open_item, debit_minor > 0 as is_debit,
          bool_or(debit_minor > 0) filter (where line_number = item.line_number) over () as is_debit_of_item,
          exists (
            select from open_items opened
            where opened.end_customer_id = customer and opened.entry_number = item.entry_number
              and opened.line_number = line.line_number
          ) as is_of_item
        from journal_lines line
        where line.end_customer_id = customer and line.entry_number = item.entry_number
      ) lines
    ) booked
    where item.end_customer_id = customer and item.open_item_id = item_id
      and item.kind in ('customer_credit', 'supplier_advance')
      and entry.source_type in ('journal_voucher', 'customer_invoice', 'expense_document')
      and (jsonb_array_length(coalesce(item.tax_lines, '[]')) > 0 or has_record or beyond_minor > 0)
  )
$function$;

-- sql/functions/open-item-moves/item_move_findings.sql
CREATE OR REPLACE FUNCTION public.item_move_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  with money as (
    select entry_number, source_id, source_type from journal_entries
    where end_customer_id = customer and reversal_of is null
      and source_type in ('payment_allocation', 'supplier_payable_settlement')
  ), said as (
    select entry_number, document_id as subject_id, -amount_minor as amount_minor, -base_amount_minor as base_minor
    from money join allocation_lines line on line.end_customer_id = customer and line.allocation_id = source_id
    where source_type = 'payment_allocation'
    union all
    select entry_number, supplier_payable_id, -amount_minor, -base_amount_minor
    from money join supplier_settlements settlement on settlement.end_customer_id = customer and settlement_id = source_id
    where source_type = 'supplier_payable_settlement'
    union all
    select entry_number, payment_id, amount_minor, credit_base_minor
    from money join allocations allocation on allocation.end_customer_id = customer and allocation_id = source_id
    where source_type = 'payment_allocation' and credit_base_minor is not null
  ), moved as (
    -- The credit of a payment may be another item since.
    select money.entry_number, coalesce(item.payment_id, change.open_item_id) as subject_id, change.amount_minor,
      change.base_amount_minor as base_minor, change.purpose
    from money
    join open_item_changes change on change.end_customer_id = customer and change.entry_number = money.entry_number
    join open_items item on item.end_customer_id = customer and item.open_item_id = change.open_item_id
    -- Processes of releases before wrote credit that a payment left anew as such a change.
    where change.purpose <> 'opened'
  )
  select 'allocations and settlements move the items that they say', 'entry ' || entry_number,
    coalesce(concat_ws(', ', said.amount_minor, said.base_minor, 'payment'), 'nothing'),
    case when moved.purpose is null then 'nothing' else concat_ws(', ', moved.amount_minor, moved.base_minor, purpose) end
  from said full join moved using (entry_number, subject_id)
  where (said.amount_minor, said.base_minor, 'payment') is distinct from (moved.amount_minor, moved.base_minor, purpose)
  union all
  select 'a movement of an open item has the purpose of its line', 'line ' || line_number || ' of entry ' || entry_number,
    expected, purpose
  from (
    select change.entry_number, change.line_number, change.purpose, case
        when entry.reversal_of is not null then 'reversal'
        when entry.source_type = 'journal_voucher' then line.open_item ->> 'purpose'
      end as expected
    from open_item_changes change
    join journal_entries entry on entry.end_customer_id = customer and entry.entry_number = change.entry_number
    left join journal_lines line
      on line.end_customer_id = customer and line.entry_number = change.entry_number
      and line.line_number = change.line_number
    where change.end_customer_id = customer
  ) change
  where expected <> purpose
  union all
  select 'an open item stands on a control account', open_item_name(kind, open_item_id, payment_id), 'a control account',
    'account ' || account_code
  from open_items
  where end_customer_id = customer
    and account_code not in (select account_code from control_accounts where end_customer_id = customer)
  union all
  select 'an open item knows whether it was taken over', open_item_name(kind, open_item_id, payment_id),
    case when is_taken_over then 'taken over' else 'not taken over' end,
    case when is_opening then 'taken over' else 'not taken over' end
  from (
    select item.kind, item.open_item_id, item.payment_id, item.is_opening,
      entry.entry_type = 'opening' and entry.source_type = 'journal_voucher' and item.payment_id is null as is_taken_over
    from open_items item
    join journal_entries entry on entry.end_customer_id = customer and entry.entry_number = item.entry_number
    where item.end_customer_id = customer
  ) item
  where is_opening <> is_taken_over
$function$;

-- sql/functions/release-before/items_of_day.sql
CREATE OR REPLACE FUNCTION public.items_of_day(customer uuid, accounts text[], day date)
 RETURNS TABLE(open_item_id uuid, kind text, payment_id uuid, account_code text, entry_number bigint, partner_name text, partner_reference text, document_number text, document_date date, due_date date, due_on date, payment_reference text, is_opening boolean, currency text, amount_minor bigint, base_amount_minor bigint, open_minor bigint, base_open_minor bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select stood.open_item_id, stood.kind, stood.payment_id, stood.account_code, stood.entry_number,
    stood.partner_name, stood.partner_reference, stood.document_number, stood.document_date, stood.due_date,
    stood.due_on, stood.payment_reference, stood.is_opening, stood.currency, stood.amount_minor,
    stood.base_amount_minor, stood.open_minor, stood.base_open_minor
  from (
    select unclosed.open_item_id, unclosed.kind, unclosed.payment_id, unclosed.account_code, unclosed.entry_number,
      unclosed.partner_name, unclosed.partner_reference, unclosed.document_number, unclosed.document_date, unclosed.due_date,
      unclosed.due_on, unclosed.payment_reference, unclosed.is_opening, unclosed.currency, unclosed.amount_minor,
      unclosed.base_amount_minor, unclosed.open_minor, unclosed.base_open_minor
    from (
      select item.open_item_id, kind, payment_id, account_code, entry_number, partner_name, partner_reference,
        document_number, document_date, due_date, coalesce(due_date, document_date) as due_on, payment_reference, is_opening,
        currency, amount_minor, base_amount_minor,
        coalesce(open_amount_on(day, used_from, amount_minor, rest_from, rest_minor), (
          select sum(moved.amount_minor)::bigint from open_item_movements_of(customer, item.open_item_id, day) moved
        )) as open_minor,
        coalesce(open_amount_on(day, used_from, base_amount_minor, rest_from, rest_base_minor), (
          select sum(moved.base_amount_minor)::bigint from open_item_movements_of(customer, item.open_item_id, day) moved
        )) as base_open_minor
      from open_items item
      where end_customer_id = customer and closed_on is null and least(posting_date, used_from) <= day
        and account_code = any(accounts)
      offset 0
    ) unclosed
    union all
    -- Spans with an earlier span_day have begun on that day already; spans with a later one are not over before it.
    select begun.open_item_id, begun.kind, begun.payment_id, begun.account_code, begun.entry_number,
      begun.partner_name, begun.partner_reference, begun.document_number, begun.document_date, begun.due_date,
      begun.due_on, begun.payment_reference, begun.is_opening, begun.currency, begun.amount_minor,
      begun.base_amount_minor, begun.open_minor, begun.base_open_minor
    from span_days(day) node
    cross join lateral (
      select item.open_item_id, kind, payment_id, account_code, entry_number, partner_name, partner_reference,
        document_number, document_date, due_date, coalesce(due_date, document_date) as due_on, payment_reference, is_opening,
        currency, amount_minor, base_amount_minor,
        coalesce(open_amount_on(day, used_from, amount_minor, rest_from, rest_minor), (
          select sum(moved.amount_minor)::bigint from open_item_movements_of(customer, item.open_item_id, day) moved
        )) as open_minor,
        coalesce(open_amount_on(day, used_from, base_amount_minor, rest_from, rest_base_minor), (
          select sum(moved.base_amount_minor)::bigint from open_item_movements_of(customer, item.open_item_id, day) moved
        )) as base_open_minor
      from open_items item
      where end_customer_id = customer and span_day(least(posting_date, used_from), closed_on) = node
        and closed_on is not null and closed_on > day and account_code = any(accounts)
      offset 0
    ) begun
    where node <= day - date '0001-01-01' + 1
    union all
    select unfinished.open_item_id, unfinished.kind, unfinished.payment_id, unfinished.account_code, unfinished.entry_number,
      unfinished.partner_name, unfinished.partner_reference, unfinished.document_number, unfinished.document_date, unfinished.due_date,
      unfinished.due_on, unfinished.payment_reference, unfinished.is_opening, unfinished.currency, unfinished.amount_minor,
      unfinished.base_amount_minor, unfinished.open_minor, unfinished.base_open_minor
    from span_days(day) node
    cross join lateral (
      select item.open_item_id, kind, payment_id, account_code, entry_number, partner_name, partner_reference,
        document_number, document_date, due_date, coalesce(due_date, document_date) as due_on, payment_reference, is_opening,
        currency, amount_minor, base_amount_minor,
        coalesce(open_amount_on(day, used_from, amount_minor, rest_from, rest_minor), (
          select sum(moved.amount_minor)::bigint from open_item_movements_of(customer, item.open_item_id, day) moved
        )) as open_minor,
        coalesce(open_amount_on(day, used_from, base_amount_minor, rest_from, rest_base_minor), (
          select sum(moved.base_amount_minor)::bigint from open_item_movements_of(customer, item.open_item_id, day) moved
        )) as base_open_minor
      from open_items item
      where end_customer_id = customer and span_day(least(posting_date, used_from), closed_on) = node
        and closed_on is not null and least(posting_date, used_from) <= day and account_code = any(accounts)
      offset 0
    ) unfinished
    where node > day - date '0001-01-01' + 1
  ) stood
  where open_minor <> 0 or base_open_minor <> 0
$function$;

-- sql/functions/open-items-of-a-day/items_open_on.sql
CREATE OR REPLACE FUNCTION public.items_open_on(customer uuid, accounts text[], day date)
 RETURNS TABLE(found_at tid, open_item_id uuid, kind text, payment_id uuid, account_code text, entry_number bigint, partner_name text, partner_reference text, document_number text, document_date date, due_date date, due_on date, payment_reference text, is_opening boolean, currency text, amount_minor bigint, base_amount_minor bigint, open_minor bigint, base_open_minor bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select stood.found_at, stood.open_item_id, stood.kind, stood.payment_id, stood.account_code, stood.entry_number,
    stood.partner_name, stood.partner_reference, stood.document_number, stood.document_date, stood.due_date,
    stood.due_on, stood.payment_reference, stood.is_opening, stood.currency, stood.amount_minor,
    stood.base_amount_minor, stood.open_minor, stood.base_open_minor
  from (
    select item.ctid as found_at, open_item_id, kind, payment_id, account_code, entry_number, partner_name,
      partner_reference, document_number, document_date, due_date, coalesce(due_date, document_date) as due_on,
      payment_reference, is_opening, currency, amount_minor, base_amount_minor,
      coalesce(open_amount_on(day, used_from, amount_minor, rest_from, rest_minor),
        moved_amount(customer, open_item_id, day, false)) as open_minor,
      coalesce(open_amount_on(day, used_from, base_amount_minor, rest_from, rest_base_minor),
        moved_amount(customer, open_item_id, day, true)) as base_open_minor
    from open_items item
    where account_code = any(accounts) and (
      end_customer_id = customer and closed_on is null and least(posting_date, used_from) <= day
      -- Spans with an earlier span_day have begun on that day already; spans with a later one are not over before it.
      or customer = end_customer_id and closed_on is not null and closed_on > day
        and span_day(least(posting_date, used_from), closed_on) = any(array(
        select node from span_days(day) node where node <= day - date '0001-01-01' + 1
      ))
      or end_customer_id = coalesce(customer, customer) and closed_on is not null
        and least(posting_date, used_from) <= day
        and span_day(least(posting_date, used_from), closed_on) = any(array(
          select node from span_days(day) node where node > day - date '0001-01-01' + 1
        ))
    )
    offset 0
  ) stood
  where open_minor <> 0 or base_open_minor <> 0
$function$;

-- sql/functions/vat/records/items_unclosed_on.sql
CREATE OR REPLACE FUNCTION public.items_unclosed_on(customer uuid, day date)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  select open_item_id
  from open_items item
  where kind in ('receivable', 'payable') and posting_date <= day and (
    end_customer_id = customer and closed_on is null and least(posting_date, used_from) <= day
    -- Spans with an earlier span_day have begun on that day already; spans with a later one are not over before it.
    or customer = end_customer_id and closed_on is not null and closed_on > day
      and span_day(least(posting_date, used_from), closed_on) = any(array(
      select node from span_days(day) node where node <= day - date '0001-01-01' + 1
    ))
    or end_customer_id = coalesce(customer, customer) and closed_on is not null
      and least(posting_date, used_from) <= day
      and span_day(least(posting_date, used_from), closed_on) = any(array(
        select node from span_days(day) node where node > day - date '0001-01-01' + 1
      ))
  )
$function$;

-- sql/functions/bank-notifications/join_hashes.sql
CREATE OR REPLACE FUNCTION public.join_hashes(customer uuid, on_day date, keys text[])
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array(
    select hashtextextended(customer || ' ' || (on_day - date '2000-01-01') || ' ' || key, 0) from unnest(keys) key
  )
$function$;

-- sql/functions/bank-notifications/join_keys_of.sql
CREATE OR REPLACE FUNCTION public.join_keys_of(told jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array(
    select 'servicer ' || (told ->> 'servicer') where told ->> 'servicer' is not null
    union
    select name || ' ' || (batch ->> field)
    from jsonb_array_elements(told -> 'batches') batch
    cross join (values ('message', 'msg_id'), ('payments', 'pmt_inf_id')) kinds (name, field)
    where batch ->> field is not null
  )
$function$;

-- sql/functions/journal_lines_of.sql
CREATE OR REPLACE FUNCTION public.journal_lines_of(customer uuid, entry bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_agg(jsonb_build_object(
    'line_number', line_number, 'account_code', account_code, 'account_id', account_id,
    'account_name', account_name, 'debit_minor', debit_minor::text, 'credit_minor', credit_minor::text,
    'transaction_currency', transaction_currency, 'transaction_minor', transaction_minor::text,
    'rate_e8', rate_e8::text, 'tax', tax, 'text', text, 'open_item', open_item, 'tax_due', tax_due,
    'exact_tax', tax || jsonb_build_object('base_minor', tax ->> 'base_minor', 'tax_minor', tax ->> 'tax_minor')
  ) order by line_number)
  from journal_lines
  join accounts using (end_customer_id, account_code)
  cross join lateral (
    select account_name from chart_accounts
    where chart_accounts.end_customer_id = customer and chart_accounts.account_code = journal_lines.account_code
    order by valid_from desc
    limit 1
  ) named
  where journal_lines.end_customer_id = customer and entry_number = entry
$function$;

-- sql/functions/bank-returns/keep_bank_names.sql
CREATE OR REPLACE FUNCTION public.keep_bank_names()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into bank_entry_names (end_customer_id, name, entry_id)
  select end_customer_id, name, entry_id from new_entries cross join lateral bank_names_in(entry) name
  where is_booked
  on conflict do nothing;
  return null;
end $function$;

-- sql/functions/bank/keep_bank_statements.sql
CREATE OR REPLACE FUNCTION public.keep_bank_statements()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Processes of the release before count no possible repeats.
  if new.possible_repeat_count is null then
    perform refuse_bank_entries_of_newer_rule(new.end_customer_id, new.import_id);
  end if;
  -- Processes of the release before take an IBAN and its QR-IBAN for two accounts.
  perform refuse_entry('a newer release knows the account of this QR-IBAN, and imports this', 'bank_accounts_joined')
  from camt053_statement_entries
  where end_customer_id = new.end_customer_id and import_id = new.import_id
    and account in (
      select qr_iban from bank_accounts where end_customer_id = new.end_customer_id and joined_at is not null
    )
  limit 1;
  insert into camt053_statements (end_customer_id, import_id, statement_number, account, until, figures)
  select new.end_customer_id, new.import_id, ordinality - 1,
    bank_account_of(
      new.end_customer_id, coalesce(statement ->> 'account_iban', statement ->> 'account_other_id', '')
    ),
    greatest(left(statement ->> 'to', 10), statement #>> '{closing,date}', statement ->> 'last_day'),
    statement - 'balances'
  from jsonb_array_elements(new.statements) with ordinality as element (statement, ordinality)
  on conflict do nothing;
  return null;
end $function$;

-- sql/functions/closings/keep_closed_year.sql
CREATE OR REPLACE FUNCTION public.keep_closed_year()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.closing_id := gen_random_uuid();
  insert into fiscal_year_closings (
    end_customer_id, closing_id, fiscal_year_id, entry_number, entry_hash, kept_by, rule_version, content,
    content_sha256, change_id
  )
  select new.end_customer_id, new.closing_id, new.fiscal_year_id, last_entry_number, last_entry_hash, 'migration', 1,
    content, encode(sha256(convert_to(content, 'UTF8')), 'hex'), (
      -- The migration keeps a year that was closed before; otherwise the change is recorded behind this one.
      select change_id from fiscal_year_changes change
      where change.end_customer_id = new.end_customer_id and change.fiscal_year_id = new.fiscal_year_id
        and change.state = 'closed' and old.state = 'closed'
      order by created_at desc, change_id desc limit 1
    )
  from ledger_heads
  cross join statements_by_code(new.end_customer_id, new.fiscal_year_id) content
  where end_customer_id = new.end_customer_id;
  return new;
end $function$;

-- sql/functions/control-accounts/keep_control_accounts.sql
CREATE OR REPLACE FUNCTION public.keep_control_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into control_accounts (end_customer_id, account_code, kind, since_entry_number)
  select distinct mapping.end_customer_id, account_code, control_account_kind(mapping_key), last_entry_number
  from new_mappings mapping join ledger_heads using (end_customer_id)
  where control_account_kind(mapping_key) is not null
  order by 1, 2, 3
  on conflict do nothing;
  return null;
end $function$;

-- sql/functions/bank/keep_dismissed_rest.sql
CREATE OR REPLACE FUNCTION public.keep_dismissed_rest()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.used_minor > old.used_minor then
    perform refuse_entry('what is left of a dismissed bank entry is not used', 'camt053_entries_dismissed');
  end if;
  update bank_entry_dismissals
  set undone_at = now(), undone_reason = 'What had used the bank entry was taken back.',
    amount_minor = old.amount_minor - old.used_minor
  where end_customer_id = new.end_customer_id and dismissal_id = old.dismissed_by and undone_at is null;
  new.dismissed_by := null;
  return new;
end $function$;

-- sql/functions/bank-uses/keep_ended_dismissal.sql
CREATE OR REPLACE FUNCTION public.keep_ended_dismissal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refuse_entry('what a dismissal had taken stays as it is', 'bank_entry_dismissals_stay');
  return null;
end $function$;

-- sql/functions/bank-returns/keep_names_of_payable.sql
CREATE OR REPLACE FUNCTION public.keep_names_of_payable()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into bank_entry_names (end_customer_id, name, entry_id)
  select distinct new.end_customer_id, left(upper(regexp_replace(written, '[[:space:]]', '', 'g')), 100), new.evidence_entry_id
  from (
    select payment_reference as written from open_items
    where end_customer_id = new.end_customer_id and open_item_id = new.supplier_payable_id
    union all
    select end_to_end_id from payment_order_lines
    where end_customer_id = new.end_customer_id and supplier_payable_id = new.supplier_payable_id
  ) told
  where written ~ '[[:alnum:]]'
  on conflict do nothing;
  return null;
end $function$;

-- sql/functions/bank-returns/keep_notified_names.sql
CREATE OR REPLACE FUNCTION public.keep_notified_names()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into bank_entry_names (end_customer_id, name, entry_id)
  select new.end_customer_id, name, new.entry_id from bank_names_in(new.entry) name
  on conflict do nothing;
  return null;
end $function$;

-- sql/functions/open-items-of-a-day/keep_open_item_spans.sql
CREATE OR REPLACE FUNCTION public.keep_open_item_spans()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed record;
begin
  for changed in
    select end_customer_id, array_agg(distinct open_item_id order by open_item_id) as items
    from new_changes
    group by end_customer_id
    order by end_customer_id
  loop
    perform from open_items
    where end_customer_id = changed.end_customer_id and open_item_id = any(changed.items)
    order by open_item_id
    for update;
    update open_items item
    set used_from = span.used_from, closed_on = span.closed_on, rest_from = span.rest_from,
      rest_minor = span.rest_minor, rest_base_minor = span.rest_base_minor
    from spans_of_items(changed.end_customer_id, changed.items) span
    where item.end_customer_id = changed.end_customer_id and item.open_item_id = span.open_item_id;
  end loop;
  return null;
end $function$;

-- sql/functions/open-items/keep_payment_credit.sql
CREATE OR REPLACE FUNCTION public.keep_payment_credit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update open_items set open_amount_minor = -new.credit_minor, base_open_amount_minor = -new.credit_base_minor,
    state = state_of_item(new.credit_minor)
  where end_customer_id = new.end_customer_id and open_item_id = coalesce(old.credit_item_id, old.payment_id);
  return null;
end $function$;

-- sql/functions/bank-uses/keep_posted_use.sql
CREATE OR REPLACE FUNCTION public.keep_posted_use()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.state = 'posted' and new.state = 'released'
    and (new.used_by, new.source_id, new.journal_entry_id, new.line_number)
      is not distinct from (old.used_by, old.source_id, old.journal_entry_id, old.line_number)
  then
    return new;
  end if;
  if old.state = 'posted' and new.state = 'posted' and new.used_by = 'return'
    and (new.journal_entry_id, new.line_number) = (old.journal_entry_id, old.line_number)
    and exists (
      select from bank_returns back
      where back.end_customer_id = new.end_customer_id and back.return_id = new.source_id and back.subject_id = old.source_id
    )
  then
    return new;
  end if;
  perform refuse_entry('what has booked a bank entry stays as it is', 'bank_entry_uses_stay');
  return null;
end $function$;

-- sql/functions/bank-returns/keep_returned_uses.sql
CREATE OR REPLACE FUNCTION public.keep_returned_uses(customer uuid, subject uuid, reversal_entry uuid, bank_line integer)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  back uuid;
  kept bigint;
begin
  if reversal_entry is null then
    return null;
  end if;
  select return_id into back from bank_returns
  where end_customer_id = customer and subject_id = subject and source_fact_id is null and undone_at is null;
  if back is null then
    return null;
  end if;
  update bank_entry_uses set used_by = 'return', source_id = back
  where end_customer_id = customer and source_id = subject and used_by in ('allocation', 'settlement') and state = 'posted'
  returning amount_minor into kept;
  update bank_entry_uses set state = 'posted', journal_entry_id = reversal_entry, line_number = bank_line
  where end_customer_id = customer and source_id = back and state = 'reserved';
  return kept;
end $function$;

-- sql/functions/vat/keep_undated_vat_method.sql
CREATE OR REPLACE FUNCTION public.keep_undated_vat_method()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform refuse_entry('vat_method stays as it is: there are registrations with a date', 'end_customers_dated_registration')
  from changed customer
  where vat_method <> (
      select method from vat_registration_changes undated
      where undated.end_customer_id = customer.end_customer_id and valid_from = '0001-01-01'
      order by change_number desc limit 1
    )
    and exists (
      select from vat_registration_changes dated
      where dated.end_customer_id = customer.end_customer_id and valid_from > '0001-01-01'
    )
  limit 1;
  insert into vat_registration_changes (
    end_customer_id, change_number, valid_from, method, consideration, filing_period, reason, actor_id
  )
  select customer.end_customer_id, coalesce(change_number, 0) + 1, '0001-01-01', vat_method,
    case when vat_method <> 'not_registered' then 'agreed' end,
    case vat_method when 'effective' then 'quarter' when 'net_tax_rate' then 'half_year' end,
    'vat_method of the end customer', 'end_customer'
  from changed customer
  left join lateral (
    select change_number, method from vat_registration_changes undated
    where undated.end_customer_id = customer.end_customer_id and valid_from = '0001-01-01'
    order by change_number desc limit 1
  ) last on true
  where method is distinct from vat_method;
  return null;
end $function$;

-- sql/functions/bank/keep_uses_of_allocations.sql
CREATE OR REPLACE FUNCTION public.keep_uses_of_allocations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  used_entry uuid;
  amount bigint;
  heir uuid;
begin
  if tg_op = 'INSERT' then
    insert into bank_entry_uses (
      end_customer_id, bank_entry_use_id, entry_id, payment_id, used_by, source_id, amount_minor, state
    )
    select new.end_customer_id, gen_random_uuid(), payment.entry_id, payment.payment_id, 'allocation', new.allocation_id,
      payment.amount_minor, 'reserved'
    from payments payment
    where payment.end_customer_id = new.end_customer_id and payment.payment_id = new.payment_id and booked_by is null
      and not exists (
        select from bank_entry_uses used
        where used.end_customer_id = new.end_customer_id and used.payment_id = new.payment_id
          and used_by = 'allocation' and state <> 'released'
      )
    returning entry_id, amount_minor into used_entry, amount;
    update camt053_entries set used_minor = used_minor + amount
    where end_customer_id = new.end_customer_id and entry_id = used_entry;
  elsif old.state = 'draft' and new.state = 'posted' and new.credit_base_minor is null then
    -- It has booked the bank, on its first line, whichever of the payment's drafts came first.
    update bank_entry_uses
    set state = 'posted', source_id = new.allocation_id, journal_entry_id = new.journal_entry_id, line_number = 1
    where end_customer_id = new.end_customer_id and payment_id = new.payment_id and used_by = 'allocation'
      and state = 'reserved';
  elsif old.state <> 'reversed' and new.state = 'reversed' then
    select allocation_id into heir from allocations
    where end_customer_id = new.end_customer_id and payment_id = new.payment_id and state = 'draft'
    order by allocation_id
    limit 1;
    if keep_returned_uses(new.end_customer_id, new.allocation_id, new.reversal_journal_entry_id, 1) is not null then
      null;
    elsif heir is null then
      update bank_entry_uses set state = 'released', released_at = now()
      where end_customer_id = new.end_customer_id and source_id = new.allocation_id and used_by = 'allocation'
        and state <> 'released'
      returning entry_id, amount_minor into used_entry, amount;
      update camt053_entries set used_minor = used_minor - amount
      where end_customer_id = new.end_customer_id and entry_id = used_entry;
    else
      update bank_entry_uses set source_id = heir
      where end_customer_id = new.end_customer_id and source_id = new.allocation_id and used_by = 'allocation'
        and state = 'reserved';
    end if;
    if new.journal_entry_id is not null then
      perform release_bank_entry_uses(new.end_customer_id, new.journal_entry_id);
    end if;
  end if;
  return null;
end $function$;

-- sql/functions/bank/keep_uses_of_facts.sql
CREATE OR REPLACE FUNCTION public.keep_uses_of_facts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform undo_changes_of_items(new.end_customer_id, new.source_fact_id, new.journal_entry_id);
  perform release_bank_entry_uses(new.end_customer_id, new.journal_entry_id);
  return null;
end $function$;

-- sql/functions/bank/keep_uses_of_settlements.sql
CREATE OR REPLACE FUNCTION public.keep_uses_of_settlements()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  kept bigint;
begin
  if tg_op = 'INSERT' then
    insert into bank_entry_uses (
      end_customer_id, bank_entry_use_id, entry_id, used_by, source_id, amount_minor, state
    )
    select new.end_customer_id, gen_random_uuid(), new.evidence_entry_id, 'settlement', new.settlement_id,
      new.evidence_used_minor, 'reserved'
    where new.evidence_entry_id is not null and new.evidence_used_minor > 0;
  elsif old.state = 'draft' and new.state = 'posted' then
    -- The bank is its second line, after the payable.
    update bank_entry_uses set state = 'posted', journal_entry_id = new.journal_entry_id, line_number = 2
    where end_customer_id = new.end_customer_id and source_id = new.settlement_id and state = 'reserved';
  elsif old.state <> 'reversed' and new.state = 'reversed' then
    kept := keep_returned_uses(new.end_customer_id, new.settlement_id, new.reversal_journal_entry_id, 2);
    if kept is null then
      update bank_entry_uses set state = 'released', released_at = now()
      where end_customer_id = new.end_customer_id and source_id = new.settlement_id and state <> 'released';
    else
      -- The query by which a process of the release before reverses the settlement has given it back.
      update camt053_entries set used_minor = used_minor + kept
      where end_customer_id = new.end_customer_id and entry_id = new.evidence_entry_id and used_minor < (
        select sum(amount_minor) from bank_entry_uses used
        where used.end_customer_id = new.end_customer_id and used.entry_id = new.evidence_entry_id and state <> 'released'
      );
    end if;
    if new.journal_entry_id is not null then
      perform release_bank_entry_uses(new.end_customer_id, new.journal_entry_id);
    end if;
  end if;
  return null;
end $function$;

-- sql/functions/bank-reconciliation/kept_reconciliation_findings.sql
CREATE OR REPLACE FUNCTION public.kept_reconciliation_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  with kept as materialized (
    select kept.closing_id, closing.entry_number, end_date, kept.account_code,
      kept.content::jsonb -> 'reconciliation' as said,
      coalesce(jsonb_path_query_array(kept.content::jsonb, '$.others[*].reconciliation'), '[]') as others,
      kept.content::jsonb #>> '{account,currency}' as currency,
      kept.content::jsonb #>> '{account,base_currency}' as base_currency,
      kept.content_sha256 = encode(sha256(convert_to(kept.content, 'UTF8')), 'hex') as is_whole,
      concat_ws(' ', 'closing', public_id('fyc', kept.closing_id), 'account', kept.account_code) as subject
    from kept_bank_reconciliations kept
    join fiscal_year_closings closing
      on closing.end_customer_id = kept.end_customer_id and closing.closing_id = kept.closing_id
    join fiscal_years year on year.end_customer_id = customer and year.fiscal_year_id = closing.fiscal_year_id
    where kept.end_customer_id = customer
  )
  select 'a kept bank reconciliation is as it was kept', subject, 'its hash', 'another one'
  from kept where not is_whole
  union all
  select 'a kept bank reconciliation has the balance of the ledger', subject,
    balance_minor::text, said ->> 'ledger_minor'
  from kept
  cross join lateral (
    select coalesce(sum(case
      when currency = base_currency then line.debit_minor - line.credit_minor
      when line.transaction_currency = currency then sign(line.debit_minor - line.credit_minor) * line.transaction_minor
    end), 0) as balance_minor
    from journal_lines line
    where line.end_customer_id = customer and line.account_code = kept.account_code and line.posting_date <= end_date
      and line.entry_number <= kept.entry_number
  ) ledger
  where balance_minor is distinct from (said ->> 'ledger_minor')::numeric
  union all
  select 'a kept bank reconciliation adds up', subject, one ->> 'bank_minor', total::text
  from kept
  cross join lateral jsonb_array_elements(jsonb_build_array(said) || others) one
  cross join lateral (
    select (one ->> 'ledger_minor')::numeric + (one ->> 'unexplained_minor')::numeric
      + coalesce(sum((difference ->> 'amount_minor')::numeric), 0) as total
    from jsonb_array_elements(one -> 'differences') difference
  ) added
  where total is distinct from (one ->> 'bank_minor')::numeric
$function$;

-- sql/functions/bank-reconciliation/line_of_use.sql
CREATE OR REPLACE FUNCTION public.line_of_use(customer uuid, journal_entry uuid, line smallint, bank_currency text)
 RETURNS TABLE(account_code text, line_currency text, posting_date date, entry_number bigint, line_minor bigint)
 LANGUAGE sql
 STABLE ROWS 1
AS $function$
  select place.account_code, place.transaction_currency, place.posting_date, place.entry_number, case
    when posted.currency = bank_currency then place.debit_minor + place.credit_minor
    when place.transaction_currency = bank_currency then place.transaction_minor
  end
  from journal_entries posted
  join journal_lines place using (end_customer_id, entry_number)
  where posted.end_customer_id = customer and posted.journal_entry_id = journal_entry and place.line_number = line
$function$;

-- sql/functions/release-before/line_sums_between.sql
CREATE OR REPLACE FUNCTION public.line_sums_between(customer uuid, after bigint, through bigint, totals_after bigint, control_after bigint)
 RETURNS TABLE(account_code text, period_start date, entry_type text, currency text, is_for_totals boolean, is_for_control boolean, debit_minor numeric, credit_minor numeric, line_minor numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select line.account_code,
    greatest(date_trunc('month', entry.posting_date::timestamp)::date, year.start_date) as period_start,
    entry.entry_type, line.transaction_currency, entry.entry_number > totals_after, entry.entry_number > control_after,
    sum(line.debit_minor), sum(line.credit_minor),
    sum(case when line.debit_minor > 0 then line.transaction_minor else -line.transaction_minor end)
  from journal_entries entry
  join fiscal_years year
    on year.end_customer_id = entry.end_customer_id and year.fiscal_year_id = entry.fiscal_year_id
  cross join lateral (
    select account_code, debit_minor, credit_minor, transaction_currency, transaction_minor from journal_lines
    where journal_lines.end_customer_id = customer and journal_lines.entry_number = entry.entry_number
    order by line_number
  ) line
  where entry.end_customer_id = customer and entry.entry_number > after and entry.entry_number <= through
  group by 1, 2, 3, 4, 5, 6
$function$;

-- sql/functions/statements/lines_between.sql
CREATE OR REPLACE FUNCTION public.lines_between(customer uuid, after bigint, through bigint)
 RETURNS TABLE(account_code text, period_start date, entry_type text, debit_minor bigint, credit_minor bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select line.account_code,
    greatest(date_trunc('month', entry.posting_date::timestamp)::date, years.start_dates[width_bucket(entry.posting_date, years.start_dates)])
      as period_start,
    entry.entry_type, sum(line.debit_minor)::bigint, sum(line.credit_minor)::bigint
  from journal_entries entry
  cross join (
    select array(
      select start_date from fiscal_years where fiscal_years.end_customer_id = customer order by start_date
    ) as start_dates
  ) years
  cross join lateral (
    select account_code, debit_minor, credit_minor from journal_lines
    where journal_lines.end_customer_id = customer and journal_lines.entry_number = entry.entry_number
    order by line_number
  ) line
  where entry.end_customer_id = customer and entry.entry_number > after and entry.entry_number <= through
  group by 1, 2, 3
$function$;

-- sql/functions/open-item-moves/lines_of_moves.sql
CREATE OR REPLACE FUNCTION public.lines_of_moves(customer uuid, entries bigint[])
 RETURNS TABLE(entry_number bigint, open_item_id uuid, line_number smallint)
 LANGUAGE sql
 STABLE
AS $function$
  select entry.entry_number, moved.open_item_id, moved.line_number
  from journal_entries entry
  cross join lateral (
    select line.document_id as open_item_id, allocation.closed_line_numbers[line.line_number] as line_number
    from allocations allocation
    join allocation_lines line on line.end_customer_id = customer and line.allocation_id = allocation.allocation_id
    where entry.source_type = 'payment_allocation' and allocation.end_customer_id = customer
      and allocation.allocation_id = entry.source_id
    union all
    select coalesce(payment.credit_item_id, payment.payment_id), allocation.credit_line_number
    from allocations allocation
    join payments payment on payment.end_customer_id = customer and payment.payment_id = allocation.payment_id
    where entry.source_type = 'payment_allocation' and allocation.end_customer_id = customer
      and allocation.allocation_id = entry.source_id and allocation.credit_base_minor is not null
    union all
    select settlement.supplier_payable_id, settlement.payable_line_number from supplier_settlements settlement
    where entry.source_type = 'supplier_payable_settlement' and settlement.end_customer_id = customer
      and settlement.settlement_id = entry.source_id
  ) moved
  where entry.end_customer_id = customer and entry.entry_number = any(entries) and entry.reversal_of is null
    and moved.line_number is not null
$function$;

-- sql/functions/release-before/lines_of_open_items.sql
CREATE OR REPLACE FUNCTION public.lines_of_open_items(customer uuid, accounts text[], kinds text[], day date)
 RETURNS TABLE(partner_place bigint, due_on date, open_item_id uuid, line text)
 LANGUAGE sql
 STABLE
AS $function$
  with open as materialized (
    -- By the reference or, without one, by the name: partner_key of each item would cost more.
    select coalesce(item.partner_reference, partner_name) as partner, item.partner_reference is null as is_name,
      partner_name, item.due_on, item.open_item_id, concat_ws(' ',
        item.open_item_id, item.kind, coalesce(item.payment_id::text, '-'), item.document_date,
        coalesce(item.due_date::text, '-'), item.is_opening, item.currency, item.amount_minor, item.base_amount_minor,
        item.open_minor, item.base_open_minor, item.entry_number, octet_length(item.account_code),
        coalesce(octet_length(item.document_number), 0), coalesce(octet_length(item.payment_reference), 0),
        concat(item.account_code, item.document_number, item.payment_reference)
      ) as of_item
    from items_open_on(customer, accounts, day) item
    where item.kind = any(kinds)
  ), placed as materialized (
    select partner, is_name, dense_rank() over (
      order by partner_order(known_as), is_name, name_key collate "C"
    ) as place, concat_ws(' ', octet_length(known_as), case when is_name then 0 else octet_length(partner) end,
      concat(known_as, case when not is_name then partner end)
    ) as of_partner
    from (
      -- Names are compared once for all of their items.
      select partner, is_name, name_key, min(known_as) over (partition by is_name, name_key) as known_as
      from (
        select partner, is_name, min(partner_name collate "C") as known_as,
          case when is_name then partner_name_key(partner) else partner end as name_key
        from open group by partner, is_name
      ) written
    ) known
  )
  select place, open.due_on, open.open_item_id, of_partner || of_item
  from open join placed using (partner, is_name)
$function$;

-- sql/functions/bank-entries/lines_to_link.sql
CREATE OR REPLACE FUNCTION public.lines_to_link(customer uuid, bank_entry uuid)
 RETURNS TABLE(journal_entry_id uuid, line_number smallint, amount_minor bigint, left_minor bigint, source_type text, source_id uuid)
 LANGUAGE sql
 STABLE ROWS 1
AS $function$
  with entry as materialized (
    select bank_account_of(customer, account) as bank_account, currency, credit_debit,
      coalesce(booking_date, stated_day) as day, found.amount_minor - used_minor as left_minor
    from camt053_entries found
    where end_customer_id = customer and entry_id = bank_entry and is_booked and not is_reversal and dismissed_by is null
      and used_minor < found.amount_minor and coalesce(repeat_state = 'new', true)
  ), named as materialized (
    select name
    from entry cross join lateral (
      select name from bank_entry_names where end_customer_id = customer and entry_id = bank_entry
      union
      select left(reference, 100) from payments, unnest(payment_references) reference
      where end_customer_id = customer and entry_id = bank_entry and superseded_by is null
      -- A batch of ours has 500 payments, with some names each.
      limit 5000
    ) told
  ), ordered as materialized (
    select line.payment_order_id, line.supplier_payable_id, line.amount_minor
    from entry cross join named
    -- sql.md: lateral limit 1
    cross join lateral (
      select payment_order_id, supplier_payable_id, amount_minor from payment_order_lines
      where end_customer_id = customer and end_to_end_id = named.name
      limit 1
    ) line
    where credit_debit = 'DBIT'
  ), referred as materialized (
    select item.open_item_id, item.open_amount_minor, named.name
    from entry cross join named
    -- sql.md: lateral limit 1. One index finds them, whatever is known of its values.
    cross join lateral (
      select open_item_id, open_amount_minor from open_items
      where end_customer_id = customer
        and left(upper(regexp_replace(payment_reference, '[[:space:]]', '', 'g')), 100) = named.name
        and payment_reference is not null and kind = case entry.credit_debit when 'CRDT' then 'receivable' else 'payable' end
        and amount_minor > 0 and state <> 'reversed'
      limit 1000
    ) item
    union all
    -- An invoice without a reference has one that says which line has opened it: referenceOfItem.
    select item.open_item_id, item.open_amount_minor, named.name
    from entry cross join named
    cross join lateral regexp_match(name, '^RF[0-9]{2}HB([0-9]{1,15})L([0-9]{1,4})$') place
    join open_items item on item.end_customer_id = customer and item.entry_number = place[1]::bigint
      and item.line_number = place[2]::smallint
    where credit_debit = 'CRDT' and item.payment_reference is null and item.kind = 'receivable' and item.amount_minor > 0
      and item.state <> 'reversed'
  ), closed as materialized (
    select open_item_id, min(since) as since, bool_or(since is null) as is_referred
    from (
      select line.supplier_payable_id as open_item_id, made.created_at as since
      from (
        select payment_order_id, supplier_payable_id, amount_minor from ordered
        union all
        select line.payment_order_id, line.supplier_payable_id, line.amount_minor
        from entry cross join named
        cross join lateral (
          select payment_order_id, supplier_payable_id, amount_minor from payment_order_lines
          where end_customer_id = customer and payment_information_id = named.name
          limit 1000
        ) line
        where credit_debit = 'DBIT' and not exists (select from ordered)
      ) line
      join payment_orders made on made.end_customer_id = customer and made.payment_order_id = line.payment_order_id
      join open_items item on item.end_customer_id = customer and item.open_item_id = line.supplier_payable_id
      where item.open_amount_minor < line.amount_minor
      union all
      select open_item_id, null from referred
      where not exists (select from referred other where other.name = referred.name and other.open_amount_minor <> 0)
    ) item
    group by open_item_id
  )
  select line.journal_entry_id, line.line_number,
    least(line.transaction_minor - used.amount_minor, entry.left_minor, sum(
      case when line.item_currency = entry.currency then -line.change_minor else line.transaction_minor end
    ))::bigint, entry.left_minor, line.source_type, line.source_id
  from entry cross join closed
  cross join lateral (
    select posted.journal_entry_id, posted.source_type, posted.source_id, bank.line_number, bank.transaction_minor,
      bank.transaction_currency, bank.debit_minor + bank.credit_minor as base_minor, item.currency as item_currency,
      change.amount_minor as change_minor
    from open_items item
    join open_item_changes change on change.end_customer_id = customer and change.open_item_id = closed.open_item_id
      and change.amount_minor < 0 and change.purpose in ('payment', 'refund', 'set_off', 'transfer')
    join journal_entries posted on posted.end_customer_id = customer and posted.entry_number = change.entry_number
      and posted.reversal_of is null
    join journal_lines bank on bank.end_customer_id = customer and bank.entry_number = posted.entry_number
      and bank.account_code = bank_ledger_account(customer, entry.bank_account, bank.posting_date)
      and bank.transaction_currency = entry.currency and (bank.debit_minor > 0) = (entry.credit_debit = 'CRDT')
    where item.end_customer_id = customer and item.open_item_id = closed.open_item_id
      and (posted.posted_at > closed.since or is_referred and bank.posting_date between entry.day - 60 and entry.day + 60)
      and not exists (
        select from journal_entries reversal
        where reversal.end_customer_id = customer and reversal.reversal_of = posted.journal_entry_id
      )
    limit 1000
  ) line
  cross join lateral (
    select coalesce(sum(case when uses.currency = line.transaction_currency then uses.amount_minor
      else div(uses.amount_minor::numeric * line.transaction_minor + line.base_minor - 1, nullif(line.base_minor, 0)) end), 0)::bigint
      as amount_minor
    from bank_entry_uses uses
    where uses.end_customer_id = customer and uses.journal_entry_id = line.journal_entry_id
      and uses.line_number = line.line_number and uses.state <> 'released'
  ) used
  where line.transaction_minor > used.amount_minor
  group by line.journal_entry_id, line.line_number, line.transaction_minor, used.amount_minor, entry.left_minor,
    line.source_type, line.source_id
$function$;

-- sql/functions/open-item-spans/list_changed_items.sql
CREATE OR REPLACE FUNCTION public.list_changed_items()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  changed record;
begin
  for changed in
    select end_customer_id, array_agg(distinct open_item_id order by open_item_id) as items
    from new_changes
    group by end_customer_id
    order by end_customer_id
  loop
    update open_item_spans listed
    set used_from = item.used_from, closed_on = item.closed_on, rest_from = item.rest_from,
      rest_minor = item.rest_minor, rest_base_minor = item.rest_base_minor,
      first_day = least(item.posting_date, item.used_from),
      span_day = span_day(least(item.posting_date, item.used_from), item.closed_on)
    from open_items item
    where item.end_customer_id = changed.end_customer_id and item.open_item_id = any(changed.items)
      and listed.end_customer_id = changed.end_customer_id and listed.open_item_id = any(changed.items)
      and listed.open_item_id = item.open_item_id;
  end loop;
  return null;
end $function$;

-- sql/functions/control-accounts/list_legacy_lines.sql
CREATE OR REPLACE FUNCTION public.list_legacy_lines(customer uuid, account text, through bigint)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into legacy_lines (
    end_customer_id, entry_number, line_number, account_code, posting_date, currency, amount_minor, base_amount_minor,
    rest_minor, rest_base_minor
  )
  select customer, entry_number, line_number, account, posting_date, transaction_currency, amount_minor,
    base_amount_minor, amount_minor, base_amount_minor
  from journal_lines line
  cross join lateral (
    select debit_minor - credit_minor as base_amount_minor,
      case when debit_minor > 0 then transaction_minor else -transaction_minor end as amount_minor
  ) signed
  where line.end_customer_id = customer and account_code = account and entry_number <= through
    and not exists (
      select from open_items item
      where item.end_customer_id = customer and item.entry_number = line.entry_number
        and item.line_number = line.line_number
    )
    and not exists (
      select from open_item_changes change
      where change.end_customer_id = customer and change.entry_number = line.entry_number
        and change.line_number = line.line_number
    )
    and not exists (
      select from legacy_line_uses used
      where used.end_customer_id = customer and used.by_entry_number = line.entry_number
        and used.by_line_number = line.line_number
    )
  on conflict do nothing;

  with undone as (
    delete from legacy_lines line
    using journal_entries reversal, journal_entries original, legacy_lines original_line
    where line.end_customer_id = customer and line.account_code = account
      and reversal.end_customer_id = customer and reversal.entry_number = line.entry_number
      and original.end_customer_id = customer and original.journal_entry_id = reversal.reversal_of
      and original_line.end_customer_id = customer and original_line.entry_number = original.entry_number
      and original_line.line_number = line.line_number and original_line.rest_minor = original_line.amount_minor
      and line.rest_minor = line.amount_minor
    returning original_line.entry_number, line.line_number, line.entry_number as by_entry_number, reversal.posting_date,
      original_line.amount_minor, original_line.base_amount_minor
  ), used as (
    insert into legacy_line_uses (
      end_customer_id, entry_number, line_number, by_entry_number, by_line_number, posting_date, amount_minor,
      base_amount_minor
    )
    select customer, entry_number, line_number, by_entry_number, line_number, posting_date, amount_minor,
      base_amount_minor
    from undone
  )
  update legacy_lines line set rest_minor = 0, rest_base_minor = 0
  from undone
  where line.end_customer_id = customer and line.entry_number = undone.entry_number
    and line.line_number = undone.line_number;
$function$;

-- sql/functions/open-item-spans/list_new_items.sql
CREATE OR REPLACE FUNCTION public.list_new_items()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  with item as materialized (
    select end_customer_id, open_item_id, kind, account_code, currency, partner_reference, partner_name, amount_minor,
      base_amount_minor, posting_date, coalesce(due_date, document_date) as due_on,
      open_item_group(kind, account_code, currency, partner_reference, partner_name) as group_id
    from new_items
  ), grouped as (
    insert into open_item_groups (
      end_customer_id, group_id, kind, account_code, currency, partner_reference, partner_name
    )
    select end_customer_id, group_id, kind, account_code, currency, partner_reference, partner_name
    from item
    where not exists (
      select from open_item_groups known
      where known.end_customer_id = item.end_customer_id and known.group_id = item.group_id
    )
    order by end_customer_id, group_id
    on conflict do nothing
  )
  insert into open_item_spans (
    end_customer_id, open_item_id, group_id, amount_minor, base_amount_minor, first_day, due_on
  )
  select end_customer_id, open_item_id, group_id, amount_minor, base_amount_minor, posting_date, due_on
  from item;
  return null;
end $function$;

-- sql/functions/release-before/list_of_open_items.sql
CREATE OR REPLACE FUNCTION public.list_of_open_items(customer uuid, accounts text[], kinds text[], day date)
 RETURNS TABLE(partner_place bigint, known_as text, open_item_id uuid, kind text, payment_id uuid, account_code text, entry_number bigint, partner_reference text, document_number text, document_date date, due_date date, due_on date, payment_reference text, is_opening boolean, currency text, amount_minor bigint, base_amount_minor bigint, open_minor bigint, base_open_minor bigint)
 LANGUAGE sql
 STABLE
AS $function$
  with open as materialized (
    -- By the reference or, without one, by the name: partner_key of each item would cost more.
    select coalesce(item.partner_reference, partner_name) as partner, item.partner_reference is null as is_name,
      item.open_item_id, item.kind, item.payment_id, item.account_code, item.entry_number, partner_name,
      item.partner_reference, item.document_number, item.document_date, item.due_date, item.due_on,
      item.payment_reference, item.is_opening, item.currency, item.amount_minor, item.base_amount_minor, item.open_minor,
      item.base_open_minor
    from items_open_on(customer, accounts, day) item
    where item.kind = any(kinds)
  ), placed as materialized (
    select partner, is_name, known_as, dense_rank() over (
      order by partner_order(known_as), is_name, name_key collate "C"
    ) as place
    from (
      -- Names are compared once for all of their items.
      select partner, is_name, name_key, min(known_as) over (partition by is_name, name_key) as known_as
      from (
        select partner, is_name, min(partner_name collate "C") as known_as,
          case when is_name then partner_name_key(partner) else partner end as name_key
        from open group by partner, is_name
      ) written
    ) known
  )
  select place, placed.known_as, open_item_id, kind, payment_id, account_code, entry_number, partner_reference,
    document_number, document_date, due_date, due_on, payment_reference, is_opening, currency, amount_minor,
    base_amount_minor, open_minor, base_open_minor
  from open join placed using (partner, is_name)
$function$;

-- sql/functions/open-item-spans/listed_item_findings.sql
CREATE OR REPLACE FUNCTION public.listed_item_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  with listed as (
    select open_item_id, concat_ws(', ', named.kind, named.account_code, named.currency,
      coalesce(named.partner_reference, '-'), named.partner_name, amount_minor, base_amount_minor, first_day, due_on,
      'used ' || used_from, 'closed ' || closed_on, rest_from, rest_minor, rest_base_minor, 'found by ' || span_day) as row
    from open_item_spans
    left join open_item_groups named using (end_customer_id, group_id)
    where end_customer_id = customer
  ), item as (
    select kind as item_kind, payment_id, open_item_id, concat_ws(', ', kind, account_code, currency,
      coalesce(partner_reference, '-'), partner_name, amount_minor, base_amount_minor, least(posting_date, used_from),
      coalesce(due_date, document_date), 'used ' || used_from, 'closed ' || closed_on, rest_from, rest_minor,
      rest_base_minor, 'found by ' || span_day(least(posting_date, used_from), closed_on)) as row
    from open_items where end_customer_id = customer
  )
  select 'lists of a day have an open item as it is',
    coalesce(open_item_name(item_kind, open_item_id, payment_id), 'item ' || public_id('doc', open_item_id)), item.row,
    listed.row
  from item full join listed using (open_item_id)
  where item.row is distinct from listed.row
$function$;

-- sql/functions/release-before/listed_open_items.sql
CREATE OR REPLACE FUNCTION public.listed_open_items(customer uuid, accounts text[], day date)
 RETURNS TABLE(partner_place bigint, known_as text, reference text, open_item_id uuid, kind text, account_code text, currency text, due_on date, amount_minor bigint, base_amount_minor bigint)
 LANGUAGE sql
 STABLE
AS $function$
  with items as materialized (
    select partner_key(partner_reference, partner_name) as partner, item.open_item_id, item.kind, item.account_code,
      item.currency, partner_name, partner_reference, item.due_on, item.amount_minor, item.base_amount_minor
    from open_items_on(customer, accounts, day) item
  ), partners as materialized (
    select partner, min(partner_name collate "C") as known_as, max(partner_reference collate "C") as reference
    from items
    group by partner
  ), placed as materialized (
    select partner, known_as, partners.reference, row_number() over (
      order by partner_order(known_as), partner collate "C"
    ) as place
    from partners
  )
  select placed.place, placed.known_as, placed.reference, items.open_item_id, items.kind, items.account_code,
    items.currency, items.due_on, items.amount_minor, items.base_amount_minor
  from items join placed using (partner)
$function$;

-- sql/functions/release-before/listed_open_items_of.sql
CREATE OR REPLACE FUNCTION public.listed_open_items_of(customer uuid, accounts text[], kinds text[], day date)
 RETURNS TABLE(line text)
 LANGUAGE sql
 STABLE
AS $function$
  with open as materialized (
    -- By the reference or, without one, by the name: partner_key of each item would cost more.
    select coalesce(item.partner_reference, partner_name) as partner, item.partner_reference is null as is_name,
      partner_name, item.due_on, item.open_item_id,
      int8send(
        coalesce(item.due_date - date '0001-01-01' + 1, 0)
        | ((item.document_date - date '0001-01-01')::bigint << 32)
        | (octet_length(item.kind)::bigint << 54)
        | case when item.is_opening then 1::bigint << 60 else 0 end
        | case when item.payment_id is null then 0 else 1::bigint << 61 end
        | case when are_one then 1::bigint << 62 else 0 end
      ) || int8send(
        coalesce(octet_length(item.payment_reference), 0)
        | (coalesce(octet_length(item.document_number), 0)::bigint << 24)
        | (octet_length(item.account_code)::bigint << 48)
      ) || int8send(item.entry_number) || case when are_one then int8send(item.amount_minor)
        else int8send(item.amount_minor) || int8send(item.base_amount_minor) || int8send(item.open_minor)
          || int8send(item.base_open_minor)
      end || case when item.payment_id is null then uuid_send(item.open_item_id)
        else uuid_send(item.open_item_id) || uuid_send(item.payment_id)
      end || textsend(concat(
        item.currency, item.kind, item.account_code, item.document_number, item.payment_reference
      )) as of_item
    from items_open_on(customer, accounts, day) item
    cross join lateral (
      select item.base_amount_minor = item.amount_minor and item.open_minor = item.amount_minor
        and item.base_open_minor = item.amount_minor as are_one
    ) amounts
    where item.kind = any(kinds)
  ), placed as materialized (
    select partner, is_name, dense_rank() over (
      order by partner_order(known_as), is_name, name_key collate "C"
    ) as place, int8send(
      (octet_length(known_as)::bigint << 32) | case when is_name then 0 else octet_length(partner) end
    ) || textsend(concat(known_as, case when not is_name then partner end)) as of_partner
    from (
      -- Names are compared once for all of their items.
      select partner, is_name, name_key, min(known_as) over (partition by is_name, name_key) as known_as
      from (
        select partner, is_name, min(partner_name collate "C") as known_as,
          case when is_name then partner_name_key(partner) else partner end as name_key
        from open group by partner, is_name
      ) written
    ) known
  )
  select encode(of_partner || of_item, 'hex')
  from (
    select of_partner, of_item
    from open join placed using (partner, is_name)
    order by place, open.due_on, open.open_item_id
    offset 0
  ) listed
$function$;

-- sql/functions/bank-entries/lower_bank_entry_conflict.sql
CREATE OR REPLACE FUNCTION public.lower_bank_entry_conflict()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.conflict_minor := least(old.conflict_minor, greatest(new.used_minor - new.amount_minor, 0));
  return new;
end $function$;

-- sql/functions/release-before/move_credit_anew.sql
CREATE OR REPLACE FUNCTION public.move_credit_anew()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select coalesce(credit_item_id, new.open_item_id) into new.open_item_id
  from (select) once
  left join payments on end_customer_id = new.end_customer_id and payment_id = new.open_item_id;
  return new;
end $function$;

-- sql/functions/open-items/move_open_items.sql
CREATE OR REPLACE FUNCTION public.move_open_items(customer uuid, entries bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform open_payment_credit(customer, entries);
  perform open_advances(customer, entries);

  insert into open_item_changes (
    end_customer_id, entry_number, line_number, open_item_id, posting_date, amount_minor, base_amount_minor, purpose
  )
  select customer, moved.entry_number, coalesce(known.line_number, line.line_number, 0), moved.open_item_id, moved.posting_date,
    moved.amount_minor, moved.base_amount_minor, 'payment'
  from moves_of_money(customer, entries) moved
  left join lines_of_moves(customer, entries) known using (entry_number, open_item_id)
  -- A process of the release before does not say the line. Equal lines are as good as each other: the first move has the first.
  left join lateral (
    select line_number from journal_lines
    where known.line_number is null and journal_lines.end_customer_id = customer and journal_lines.entry_number = moved.entry_number
      and debit_minor - credit_minor = moved.line_base_minor and transaction_minor = abs(moved.amount_minor)
      and account_code = moved.account_code
    order by line_number
    offset moved.place - 1 limit 1
  ) line on true;

  insert into open_item_changes (
    end_customer_id, entry_number, line_number, open_item_id, posting_date, amount_minor, base_amount_minor, purpose
  )
  select customer, reversal.entry_number, moved.line_number, moved.open_item_id, reversal.posting_date,
    -moved.amount_minor, -moved.base_amount_minor, 'reversal'
  from journal_entries reversal
  join journal_entries original
    on original.end_customer_id = customer and original.journal_entry_id = reversal.reversal_of
  cross join lateral (
    select line_number, open_item_id, amount_minor, base_amount_minor from open_items
    where open_items.end_customer_id = customer and open_items.entry_number = original.entry_number
    union all
    select line_number, open_item_id, amount_minor, base_amount_minor from open_item_changes change
    where change.end_customer_id = customer and change.entry_number = original.entry_number
  ) moved
  where reversal.end_customer_id = customer and reversal.entry_number = any(entries);

  insert into legacy_lines (
    end_customer_id, entry_number, line_number, account_code, posting_date, currency, amount_minor, base_amount_minor,
    rest_minor, rest_base_minor
  )
  select customer, entry_number, line_number, account_code, line.posting_date, transaction_currency, amount_minor,
    base_amount_minor, amount_minor, base_amount_minor
  from journal_entries entry join journal_lines line using (end_customer_id, entry_number)
  cross join lateral (
    select debit_minor - credit_minor as base_amount_minor,
      case when debit_minor > 0 then transaction_minor else -transaction_minor end as amount_minor
  ) signed
  where end_customer_id = customer and entry_number = any(entries) and source_type = 'journal_voucher'
    and reversal_of is null and rule_version < 3 and line.open_item is null
    and account_code in (select account_code from control_accounts where control_accounts.end_customer_id = customer)
  on conflict do nothing;

  perform use_legacy_lines(customer, entries);
end $function$;

-- sql/functions/open-items-of-a-day/moved_amount.sql
CREATE OR REPLACE FUNCTION public.moved_amount(customer uuid, item uuid, day date, is_base boolean)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select sum(case when is_base then moved.base_amount_minor else moved.amount_minor end)::bigint
  from open_item_movements_of(customer, item, day) moved
$function$;

-- sql/functions/open-items/moves_of_money.sql
CREATE OR REPLACE FUNCTION public.moves_of_money(customer uuid, entries bigint[])
 RETURNS TABLE(entry_number bigint, posting_date date, open_item_id uuid, amount_minor bigint, base_amount_minor bigint, account_code text, line_base_minor bigint, place bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select moved.entry_number, moved.posting_date, moved.open_item_id, moved.amount_minor, moved.base_amount_minor,
    item.account_code, signed.line_base_minor, row_number() over (
      partition by moved.entry_number, item.account_code, signed.line_base_minor, abs(moved.amount_minor)
      order by moved.position
    )
  from (
    select entry.entry_number, entry.posting_date, line.document_id as open_item_id, -line.amount_minor as amount_minor,
      -line.base_amount_minor as base_amount_minor, line.line_number as position
    from journal_entries entry
    join allocation_lines line on line.end_customer_id = customer and line.allocation_id = entry.source_id
    where entry.end_customer_id = customer and entry.entry_number = any(entries) and entry.reversal_of is null
      and entry.source_type = 'payment_allocation'
    union all
    select entry.entry_number, entry.posting_date, settlement.supplier_payable_id, -settlement.amount_minor,
      -settlement.base_amount_minor, 1
    from journal_entries entry
    join supplier_settlements settlement
      on settlement.end_customer_id = customer and settlement.settlement_id = entry.source_id
    where entry.end_customer_id = customer and entry.entry_number = any(entries) and entry.reversal_of is null
      and entry.source_type = 'supplier_payable_settlement'
    union all
    -- A later allocation of a payment takes its credit, in the first line of the entry.
    select entry.entry_number, entry.posting_date, coalesce(payment.credit_item_id, payment.payment_id),
      allocation.amount_minor, allocation.credit_base_minor, 0
    from journal_entries entry
    join allocations allocation on allocation.end_customer_id = customer and allocation.allocation_id = entry.source_id
    join payments payment on payment.end_customer_id = customer and payment.payment_id = allocation.payment_id
    where entry.end_customer_id = customer and entry.entry_number = any(entries) and entry.reversal_of is null
      and entry.source_type = 'payment_allocation' and allocation.credit_base_minor is not null
  ) moved
  join open_items item on item.end_customer_id = customer and item.open_item_id = moved.open_item_id
  cross join lateral (
    -- What suppliers are owed is positive in credit.
    select case when item.kind in ('payable', 'supplier_advance') then -moved.base_amount_minor
      else moved.base_amount_minor end as line_base_minor
  ) signed
$function$;

-- sql/functions/orders/names_meant_by.sql
CREATE OR REPLACE FUNCTION public.names_meant_by(customer uuid, debit uuid, said jsonb, id_of_order text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE STRICT
AS $function$
declare
  parts jsonb[] := array[said] || array(
    select notified.entry from camt054_entries notified
    where notified.end_customer_id = customer and notified.entry_id = debit
  );
  meant text[] := array(
    select upper(tx ->> 'end_to_end_id')
    from unnest(parts) part, jsonb_array_elements(part -> 'tx_details') tx
    where tx ->> 'end_to_end_id' is not null
  );
begin
  if exists (select from unnest(meant) id where id ~ id_of_order) then
    return meant;
  end if;
  return meant || array(
    select upper(one ->> 'pmt_inf_id')
    from unnest(parts) part, jsonb_array_elements((part -> 'batch') || (part -> 'tx_details')) one
    where one ->> 'pmt_inf_id' is not null
  );
end $function$;

-- sql/functions/open-items-of-a-day/names_moved_since.sql
CREATE OR REPLACE FUNCTION public.names_moved_since(customer uuid, accounts text[], kinds text[], day date, since bigint)
 RETURNS TABLE(partner text, is_name boolean, partner_name text)
 LANGUAGE sql
 STABLE
 SET jit TO 'off'
AS $function$
  with entry as materialized (
    select generate_series(least(since, last_entry_number) + 1, last_entry_number) as entry_number
    from ledger_heads where end_customer_id = customer
  )
  select coalesce(partner_reference, partner_name_key(name.partner_name)), partner_reference is null, name.partner_name
  from (
    select partner_reference, opened.partner_name
    from entry
    -- sql.md: lateral in order
    cross join lateral (
      select partner_reference, item.partner_name, account_code, kind, posting_date from open_items item
      where end_customer_id = customer and item.entry_number = entry.entry_number
      order by line_number
    ) opened
    where posting_date <= day and account_code = any(accounts) and kind = any(kinds)
    union
    select partner_reference, item.partner_name
    from (
      select distinct open_item_id
      from entry
      -- sql.md: lateral in order
      cross join lateral (
        select open_item_id, posting_date from open_item_changes change
        where end_customer_id = customer and change.entry_number = entry.entry_number
        order by line_number
      ) changed
      where posting_date <= day
    ) changed
    -- sql.md: lateral limit 1
    cross join lateral (
      select partner_reference, open_items.partner_name, account_code, kind from open_items
      where end_customer_id = customer and open_items.open_item_id = changed.open_item_id
      limit 1
    ) item
    where account_code = any(accounts) and kind = any(kinds)
  ) name
$function$;

-- sql/functions/facts/names_of_customer.sql
CREATE OR REPLACE FUNCTION public.names_of_customer(customer uuid, names text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array(select customer || ' ' || name from unnest(names) name)
$function$;

-- sql/functions/vat/registrations/net_rate_on.sql
CREATE OR REPLACE FUNCTION public.net_rate_on(customer uuid, activity text, day date)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select (registered ->> 'rate_bp')::integer
  from (
    select activities from vat_registration_changes
    where end_customer_id = customer and valid_from <= day
    order by valid_from desc, change_number desc
    limit 1
  ) registration
  cross join lateral jsonb_array_elements(activities) registered
  where registered ->> 'activity_id' = activity
  limit 1
$function$;

-- sql/functions/release-before/next_vat_end.sql
CREATE OR REPLACE FUNCTION public.next_vat_end(customer uuid)
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with begun as materialized (
    select coalesce(
      (select max(period_end) + 1 from vat_filings where end_customer_id = customer and submission = 'first'),
      (
        select posting_date from journal_entries where end_customer_id = customer
        order by end_customer_id, posting_date, entry_number limit 1
      )
    ) as day
  ), registration as materialized (
    select distinct on (valid_from) valid_from, method, filing_period
    from vat_registration_changes
    where end_customer_id = customer
    order by valid_from, change_number desc
  ), in_force as (
    select greatest(valid_from, day) as day, filing_period
    from begun cross join registration
    where day is not null and method <> 'not_registered' and coalesce(
      (select min(later.valid_from) from registration later where later.valid_from > registration.valid_from) > day, true
    )
    order by valid_from limit 1
  )
  select case filing_period
    when 'month' then date_trunc('month', day::timestamp) + interval '1 month'
    when 'quarter' then date_trunc('quarter', day::timestamp) + interval '3 months'
    when 'half_year' then date_trunc('year', day::timestamp)
      + case when extract(month from day) <= 6 then interval '6 months' else interval '1 year' end
    else date_trunc('year', day::timestamp) + interval '1 year'
  end::date - 1
  from in_force
$function$;

-- sql/functions/bank-notifications/notification_findings.sql
CREATE OR REPLACE FUNCTION public.notification_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  select 'a notification belongs to a booked bank entry of its account, day and direction',
    'notification ' || public_id('nent', notified.notification_id),
    concat_ws(', ', bank_account_of(customer, notified.account), notified.day, notified.currency, notified.credit_debit,
      notified.is_reversal),
    coalesce(concat_ws(', ', bank_account_of(customer, entry.account), entry.booking_date, entry.currency,
      entry.credit_debit, entry.is_reversal), 'none')
  from camt054_entries notified
  left join camt053_entries entry
    on entry.end_customer_id = customer and entry.entry_id = notified.entry_id and entry.is_booked
  where notified.end_customer_id = customer and notified.entry_id is not null
    and (bank_account_of(customer, notified.account) = bank_account_of(customer, entry.account)
      and notified.day = entry.booking_date and notified.currency = entry.currency
      and notified.credit_debit = entry.credit_debit and notified.is_reversal = entry.is_reversal) is not true
  union all
  select 'a payment is superseded by a notification that completes its bank entry', 'payment ' || public_id('pay', payment_id),
    'a notification of bank entry ' || public_id('cent', payment.entry_id) || ', and nothing open',
    coalesce(public_id('nent', notification_id) || ', ' || state, 'none') || ', open ' || open_amount_minor
      || case when booked_by is null then '' else ', booked' end
  from payments payment
  left join camt054_entries notified
    on notified.end_customer_id = customer and notified.notification_id = payment.superseded_by
    and notified.entry_id = payment.entry_id
  where payment.end_customer_id = customer and superseded_by is not null
    -- Once the bank entry is found to repeat another one, the notification is one of that.
    and (state = 'joined' and open_amount_minor = 0 and booked_by is null or exists (
      select from camt053_entries entry
      where entry.end_customer_id = customer and entry.entry_id = payment.entry_id and possible_repeat_of is not null
    )) is not true
$function$;

-- sql/functions/open-items/open_advances.sql
CREATE OR REPLACE FUNCTION public.open_advances(customer uuid, entries bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into open_items (
    end_customer_id, open_item_id, kind, account_code, journal_entry_id, entry_number, line_number, posting_date,
    partner_name, partner_reference, document_date, currency, amount_minor, base_amount_minor, open_amount_minor,
    base_open_amount_minor, created_at
  )
  select customer, settlement_id, 'supplier_advance', coalesce(line.account_code, settlement.advance_account_code, (
      select account_code from account_mappings
      where end_customer_id = customer and mapping_key = 'posting.supplier_advance'
        and valid_from <= entry.posting_date
      order by valid_from desc limit 1
    )), entry.journal_entry_id, entry.entry_number, coalesce(line.line_number, 0), entry.posting_date,
    payable.partner_name, payable.partner_reference, entry.posting_date, settlement.currency, -advance.amount_minor,
    -coalesce(line.base_minor, 0), -advance.amount_minor, -coalesce(line.base_minor, 0), entry.posted_at
  from journal_entries entry
  join supplier_settlements settlement
    on settlement.end_customer_id = customer and settlement.settlement_id = entry.source_id
  cross join lateral (select (terms ->> 'advance_minor')::bigint as amount_minor) advance
  join open_items payable
    on payable.end_customer_id = customer and payable.open_item_id = settlement.supplier_payable_id
  left join lateral (
    select line_number, debit_minor as base_minor, account_code from journal_lines
    where journal_lines.end_customer_id = customer and journal_lines.entry_number = entry.entry_number
      and case when settlement.advance_line_number is not null then line_number = settlement.advance_line_number
        else debit_minor > 0 and transaction_minor = advance.amount_minor and transaction_currency = settlement.currency
          and account_code in (
            select account_code from control_accounts
            where control_accounts.end_customer_id = customer and control_accounts.kind = 'supplier_advance'
          )
      end
    order by line_number desc
    limit 1
  ) line on true
  where entry.end_customer_id = customer and entry.entry_number = any(entries) and entry.reversal_of is null
    and entry.source_type = 'supplier_payable_settlement' and terms ? 'advance_minor'
$function$;

-- sql/functions/open-items-of-a-day/open_amount_on.sql
CREATE OR REPLACE FUNCTION public.open_amount_on(day date, used_from date, opened bigint, rest_from date, rest bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when used_from <= day is not true then opened when rest_from <= day then rest end
$function$;

-- sql/functions/moving/open_arrived.sql
CREATE OR REPLACE FUNCTION public.open_arrived(arrived_move_id uuid, taken bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update fences set state = 'open', epoch = taken
  where move_id = arrived_move_id and side = 'arriving' and state = 'closed' and epoch <= taken;
  if not found then
    return false;
  end if;
  delete from departed_customers departed using fences arrived
  where arrived.move_id = arrived_move_id and departed.end_customer_id = arrived.end_customer_id;
  return true;
end $function$;

-- sql/functions/release-before/open_credit_anew.sql
CREATE OR REPLACE FUNCTION public.open_credit_anew()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into open_items (
    end_customer_id, open_item_id, kind, account_code, payment_id, journal_entry_id, entry_number, line_number,
    posting_date, partner_name, partner_reference, document_date, currency, amount_minor, base_amount_minor,
    open_amount_minor, base_open_amount_minor, created_at
  )
  select new.end_customer_id, payment.credit_item_id, 'customer_credit', coalesce(line.account_code, before.account_code),
    payment.payment_id, entry.journal_entry_id, new.entry_number, new.line_number, new.posting_date,
    coalesce(paid.partner_name, payment.debtor_name, ''), paid.partner_reference, new.posting_date, payment.currency,
    new.amount_minor, new.base_amount_minor, new.amount_minor, new.base_amount_minor, entry.posted_at
  from payments payment
  join open_items before on before.end_customer_id = new.end_customer_id and before.open_item_id = payment.payment_id
  join journal_entries entry on entry.end_customer_id = new.end_customer_id and entry.entry_number = new.entry_number
  left join journal_lines line
    on line.end_customer_id = new.end_customer_id and line.entry_number = new.entry_number
    and line.line_number = new.line_number
  left join lateral partner_of_allocation(
    new.end_customer_id, case entry.source_type when 'payment_allocation' then entry.source_id end
  ) paid on true
  where payment.end_customer_id = new.end_customer_id and payment.payment_id = new.open_item_id
    and payment.credit_item_id is not null;
  return case when found then null else new end;
end $function$;

-- sql/functions/open-items/open_item_findings.sql
CREATE OR REPLACE FUNCTION public.open_item_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  with items as (
    select open_item_id, kind, payment_id, source_fact_id, partner_name, partner_reference, journal_entry_id, account_code, currency, entry_number,
      line_number, posting_date, amount_minor, base_amount_minor, open_amount_minor, base_open_amount_minor, state,
      case when kind in ('receivable', 'customer_credit') then 1 else -1 end as sign
    from open_items where end_customer_id = customer
  ), movements as (
    select open_item_id, entry_number, line_number, posting_date, amount_minor, base_amount_minor from items
    union all
    select open_item_id, entry_number, line_number, posting_date, amount_minor, base_amount_minor
    from open_item_changes where end_customer_id = customer
  ), lines as (
    select entry_number, line_number, account_code, posting_date, transaction_currency,
      debit_minor - credit_minor as base_minor,
      case when debit_minor > 0 then transaction_minor else -transaction_minor end as amount_minor
    from journal_lines where end_customer_id = customer
  ), reserved as (
    select open_item_id, sum(amount_minor) as amount_minor, sum(base_minor) as base_minor
    from (
      select line.document_id as open_item_id, line.amount_minor, line.base_amount_minor as base_minor
      from allocation_lines line join allocations using (end_customer_id, allocation_id)
      where line.end_customer_id = customer and state = 'draft'
      union all
      select supplier_payable_id, amount_minor, base_amount_minor
      from supplier_settlements where end_customer_id = customer and state = 'draft'
    ) draft
    group by open_item_id
  ), balances as (
    select open_item_id, sum(amount_minor) as amount_minor, sum(base_amount_minor) as base_minor
    from movements group by open_item_id
  )
  select 'an open item is what its entry booked', open_item_name(kind, open_item_id, payment_id),
    concat_ws(', ', line.account_code, line.posting_date, line.transaction_currency, items.sign * line.amount_minor,
      items.sign * line.base_minor),
    concat_ws(', ', items.account_code, items.posting_date, items.currency, items.amount_minor, items.base_amount_minor)
  from items
  left join lines line using (entry_number, line_number)
  where case
    when line_number = 0 then base_amount_minor <> 0
    else (line.account_code, line.posting_date, line.transaction_currency, items.sign * line.amount_minor,
        items.sign * line.base_minor)
      is distinct from (items.account_code, items.posting_date, items.currency, items.amount_minor,
        items.base_amount_minor)
  end or not exists (
    select from journal_entries entry
    where entry.end_customer_id = customer and entry.entry_number = items.entry_number
      and entry.journal_entry_id = items.journal_entry_id
  )
  union all
  select 'an open item is what nothing has used', open_item_name(kind, open_item_id, payment_id),
    concat_ws(', ', left_minor, base_left_minor, left_state),
    concat_ws(', ', open_amount_minor, base_open_amount_minor, state)
  from (
    select items.kind, items.open_item_id, payment_id, items.open_amount_minor, items.base_open_amount_minor, items.state,
      balances.amount_minor - coalesce(reserved.amount_minor, 0) as left_minor,
      balances.base_minor - coalesce(reserved.base_minor, 0) as base_left_minor,
      case
        when payment_id is null and exists (
          select from journal_entries reversal
          where reversal.end_customer_id = customer and reversal.reversal_of = items.journal_entry_id
        ) then 'reversed'
        else state_of_item((balances.amount_minor - coalesce(reserved.amount_minor, 0))::bigint)
      end as left_state
    from items
    join balances using (open_item_id)
    left join reserved on reserved.open_item_id = items.open_item_id
  ) item
  where (open_amount_minor, base_open_amount_minor, state) is distinct from (left_minor, base_left_minor, left_state)
  union all
  select 'an open item never has more than it was opened with', open_item_name(items.kind, open_item_id, payment_id),
    items.amount_minor::text, balances.amount_minor::text
  from items join balances using (open_item_id)
  where payment_id is null and balances.amount_minor not between least(0, items.amount_minor)
    and greatest(0, items.amount_minor)
  union all
  select 'an open item is what nothing has used',
    'open item of source fact ' || public_id('fact', source_fact_id), 'an open item', 'none'
  from source_facts fact
  join fact_states fact_state using (end_customer_id, source_fact_id)
  where end_customer_id = customer and fact_state.state in ('posted', 'reversed')
    and fact_type in ('expense_document', 'customer_invoice')
    -- A document of 0.00 moves what stood on other accounts, and nobody owes anything.
    and fact.request #>> '{payload,gross_amount,amount_minor}' <> '0'
    and source_fact_id not in (select source_fact_id from items where source_fact_id is not null)
  union all
  select 'the credit of a payment is its open item', 'payment ' || public_id('pay', payment_id),
    concat_ws(', ', -coalesce(balances.amount_minor, 0), -coalesce(balances.base_minor, 0)),
    concat_ws(', ', credit_minor, credit_base_minor)
  from payments left join balances on balances.open_item_id = coalesce(credit_item_id, payment_id)
  where end_customer_id = customer
    and (credit_minor, credit_base_minor) is distinct from
      (-coalesce(balances.amount_minor, 0), -coalesce(balances.base_minor, 0))
  union all
  select 'credit whose booking was reversed has nothing left', 'payment ' || public_id('pay', payment_id), '0, 0',
    concat_ws(', ', balances.amount_minor, balances.base_minor)
  from items
  join balances using (open_item_id)
  join payments payment using (payment_id)
  where payment.end_customer_id = customer and open_item_id <> coalesce(payment.credit_item_id, payment_id)
    and (balances.amount_minor <> 0 or balances.base_minor <> 0)
  union all
  -- Of whom the documents are that its booking paid for, or of the payer; older books know the payer alone.
  select 'the credit of a payment is of the partner for whom it was booked', 'payment ' || public_id('pay', payment_id),
    concat_ws(' or ', paid.partner_name, coalesce(debtor_name, 'nobody')), items.partner_name
  from items
  join payments payment using (payment_id)
  join journal_entries entry on entry.end_customer_id = customer and entry.entry_number = items.entry_number
  left join lateral partner_of_allocation(
    customer, case entry.source_type when 'payment_allocation' then entry.source_id end
  ) paid on true
  where payment.end_customer_id = customer
    and partner_key(items.partner_reference, items.partner_name) is distinct from
      partner_key(paid.partner_reference, paid.partner_name)
    and partner_key(items.partner_reference, items.partner_name) <> partner_key(null, coalesce(debtor_name, ''))
  union all
  select 'a line on a control account moves an open item', 'line ' || line_number || ' of entry ' || entry_number,
    concat_ws(', ', line.base_minor, line.amount_minor), concat_ws(', ', moved.base_minor, moved.amount_minor)
  from lines line
  left join (
    select entry_number, line_number, sum(base_minor) as base_minor, sum(amount_minor) as amount_minor
    from (
      select movements.entry_number, movements.line_number, sign * movements.base_amount_minor as base_minor,
        -- Of a revaluation the base amount alone counts.
        case when items.currency = line.transaction_currency then sign * movements.amount_minor
          else line.amount_minor end as amount_minor
      from movements
      join items using (open_item_id)
      join lines line
        on line.entry_number = movements.entry_number and line.line_number = movements.line_number
      union all
      select entry_number, line_number, base_amount_minor, amount_minor
      from legacy_lines where end_customer_id = customer
      union all
      select by_entry_number, by_line_number, -base_amount_minor, -amount_minor
      from legacy_line_uses where end_customer_id = customer
    ) moved
    group by entry_number, line_number
  ) moved using (entry_number, line_number)
  where (moved.base_minor is not null
      or account_code in (select account_code from control_accounts where end_customer_id = customer))
    and (line.base_minor, line.amount_minor) is distinct from (moved.base_minor, moved.amount_minor)
  union all
  select 'a line from before open items has left what nothing took',
    'line ' || line_number || ' of entry ' || entry_number,
    concat_ws(', ', amount_minor - coalesce(used.amount, 0), base_amount_minor - coalesce(used.base, 0)),
    concat_ws(', ', rest_minor, rest_base_minor)
  from legacy_lines line
  left join (
    select entry_number, line_number, sum(amount_minor) as amount, sum(base_amount_minor) as base
    from legacy_line_uses where end_customer_id = customer
    group by entry_number, line_number
  ) used using (entry_number, line_number)
  where end_customer_id = customer and (rest_minor, rest_base_minor) is distinct from
    (amount_minor - coalesce(used.amount, 0), base_amount_minor - coalesce(used.base, 0))
  union all
  select 'a line from before open items never gives more than it had',
    'line ' || line_number || ' of entry ' || entry_number, amount_minor::text, (amount_minor - rest_minor)::text
  from legacy_lines
  where end_customer_id = customer
    and rest_minor not between least(0, amount_minor) and greatest(0, amount_minor)
  union all
  select "check", subject, expected, found from item_move_findings(customer)
$function$;

-- sql/functions/open-item-spans/open_item_group.sql
CREATE OR REPLACE FUNCTION public.open_item_group(kind text, account_code text, currency text, partner_reference text, partner_name text)
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select encode(substr(sha256(convert_to(
    kind || ' ' || currency || ' ' || char_length(account_code)::text || ' '
      || coalesce(char_length(partner_reference)::text, '-') || ' ' || account_code || coalesce(partner_reference, '')
      || partner_name,
    'UTF8'
  )), 1, 16), 'hex')::uuid
$function$;

-- sql/functions/open-items-of-a-day/open_item_movements_of.sql
CREATE OR REPLACE FUNCTION public.open_item_movements_of(customer uuid, item uuid, day date)
 RETURNS TABLE(posting_date date, amount_minor bigint, base_amount_minor bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select opened.posting_date, opened.amount_minor, opened.base_amount_minor
  from open_items opened
  where opened.end_customer_id = customer and opened.open_item_id = item and opened.posting_date <= day
  union all
  select change.posting_date, change.amount_minor, change.base_amount_minor
  from open_item_changes change
  where change.end_customer_id = customer and change.open_item_id = item and change.posting_date <= day
$function$;

-- sql/functions/open-items/open_item_name.sql
CREATE OR REPLACE FUNCTION public.open_item_name(kind text, open_item_id uuid, payment_id uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select kind || ' ' || case
    when payment_id is not null then public_id('pay', payment_id)
    when kind in ('payable', 'supplier_advance') then public_id('spay', open_item_id)
    else public_id('doc', open_item_id)
  end
$function$;

-- sql/functions/release-before/open_item_page.sql
CREATE OR REPLACE FUNCTION public.open_item_page(customer uuid, accounts text[], kinds text[], day date, bounds integer[], after uuid, items_wanted integer, partners_wanted integer)
 RETURNS TABLE(part text, place bigint, name text, reference text, account_code text, currency text, is_listed boolean, open_item_id uuid, minor numeric, base_minor numeric, age_0 numeric, age_1 numeric, age_2 numeric, age_3 numeric, age_4 numeric)
 LANGUAGE sql
 STABLE
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  with items as materialized (
    select item.open_item_id, kind = any(kinds) as is_listed, item.account_code, item.currency, partner_name,
      partner_reference, due_on, amount_minor, base_amount_minor
    from open_items_on(customer, accounts, day) item
  ), cells as materialized (
    select partner_key(partner_reference, partner_name) as partner, partner_name, partner_reference, items.account_code,
      items.currency, items.is_listed, age, items, minor, base_minor
    from (
      select partner_name, partner_reference, items.account_code, items.currency, items.is_listed,
        width_bucket(day - due_on, bounds) as age, count(*) as items, sum(amount_minor) as minor,
        sum(base_amount_minor) as base_minor
      from items
      group by 1, 2, 3, 4, 5, 6
    ) items
  ), placed as materialized (
    select known.partner, known.known_as, known.reference, known.items, row_number() over (
      order by partner_order(known.known_as), partner collate "C"
    ) as place
    from (
      select partner, min(partner_name collate "C") as known_as, max(partner_reference collate "C") as reference,
        coalesce(sum(items) filter (where cells.is_listed), 0) as items
      from cells
      group by partner
    ) known
  ), last_seen as materialized (
    select placed.place, due_on, items.open_item_id
    from items join placed on partner = partner_key(partner_reference, partner_name)
    where items.open_item_id = after and items.is_listed
  ), reached as materialized (
    -- Partners whose items may be on the page: those before them have fewer than a page from the last one seen on.
    select partner, placed.place, placed.known_as, placed.reference, items,
      coalesce(sum(items) over (order by placed.place rows between unbounded preceding and 1 preceding), 0) as items_before
    from placed
    where (after is null or placed.place >= (select last_seen.place from last_seen)) and items > 0
  ), page as materialized (
    select reached.place, known_as, reached.reference, items.open_item_id, due_on, amount_minor, base_amount_minor
    from items join reached on partner = partner_key(partner_reference, partner_name)
    where items.is_listed
      and items_before < items_wanted + coalesce((
        select reached.items from reached join last_seen using (place)
      ), 0)
      and (after is null or (reached.place, due_on, items.open_item_id) > (
        select last_seen.place, last_seen.due_on, last_seen.open_item_id from last_seen
      ))
    order by reached.place, due_on, items.open_item_id
    limit items_wanted
  ), partners as (
    select placed.place, known_as, placed.reference, cells.currency, sum(minor) as minor, sum(base_minor) as base_minor,
      sum(base_minor) filter (where age = 0) as age_0, sum(base_minor) filter (where age = 1) as age_1,
      sum(base_minor) filter (where age = 2) as age_2, sum(base_minor) filter (where age = 3) as age_3,
      sum(base_minor) filter (where age = 4) as age_4
    from cells join placed using (partner)
    where cells.is_listed and placed.place >= (select min(page.place) from page)
      and placed.place < (select min(page.place) from page) + partners_wanted
    group by placed.place, known_as, placed.reference, cells.currency
    order by placed.place, cells.currency
  )
  select 'cursor', count(*), null, null, null, null, null, null::uuid, null::numeric, null::numeric, null::numeric,
    null::numeric, null::numeric, null::numeric, null::numeric
  from last_seen
  union all
  select 'total', null, null, null, cells.account_code, cells.currency, cells.is_listed, null, sum(minor),
    sum(base_minor), sum(base_minor) filter (where age = 0), sum(base_minor) filter (where age = 1),
    sum(base_minor) filter (where age = 2), sum(base_minor) filter (where age = 3), sum(base_minor) filter (where age = 4)
  from cells
  group by cells.account_code, cells.currency, cells.is_listed
  union all
  select 'partner', partners.place, known_as, partners.reference, null, partners.currency, null, null, partners.minor,
    partners.base_minor, partners.age_0, partners.age_1, partners.age_2, partners.age_3, partners.age_4
  from partners
  union all
  select 'item', null, known_as, item.reference, null, null, null, item.open_item_id, amount_minor, base_amount_minor,
    null, null, null, null, null
  from (
    select known_as, page.reference, page.open_item_id, amount_minor, base_amount_minor
    from page
    order by page.place, due_on, page.open_item_id
  ) item
$function$;

-- sql/functions/open-items-of-a-day/open_item_span_findings.sql
CREATE OR REPLACE FUNCTION public.open_item_span_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  select 'an open item is found on the days on which it was open', open_item_name(kind, open_item_id, payment_id),
    concat_ws(', ', 'used ' || span.used_from, 'closed ' || span.closed_on, span.rest_from, span.rest_minor,
      span.rest_base_minor),
    concat_ws(', ', 'used ' || item.used_from, 'closed ' || item.closed_on, item.rest_from, item.rest_minor,
      item.rest_base_minor)
  from open_items item
  left join spans_of_items(customer, array(
    select distinct open_item_id from open_item_changes where end_customer_id = customer
  )) span using (open_item_id)
  where item.end_customer_id = customer
    and (item.used_from, item.closed_on, item.rest_from, item.rest_minor, item.rest_base_minor) is distinct from
      (span.used_from, span.closed_on, span.rest_from, span.rest_minor, span.rest_base_minor)
$function$;

-- sql/functions/open-items-of-a-day/open_items_behind.sql
CREATE OR REPLACE FUNCTION public.open_items_behind(customer uuid, accounts text[], kinds text[], day date, bounds integer[], after uuid, known_by uuid, seen_through bigint, items_wanted integer, partners_wanted integer)
 RETURNS TABLE(cursor_items bigint, has_moved boolean, next_known_by uuid, item_count bigint, partner_count bigint, totals json, partners json, items json)
 LANGUAGE sql
 STABLE
 SET jit TO 'off'
 SET enable_memoize TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
 SET work_mem TO '64MB'
AS $function$
  with sums as (
    -- What has reached each bound: a sum fewer of an item, and half of the comparisons, than what lies between two of them.
    select group_id, array_agg(open_item_id) as items, sum(open_minor) as minor, sum(base_open_minor) as base_minor,
      sum(base_open_minor) filter (where due_on <= (select day - bounds[1])) as aged_1,
      sum(base_open_minor) filter (where due_on <= (select day - bounds[2])) as aged_2,
      sum(base_open_minor) filter (where due_on <= (select day - bounds[3])) as aged_3,
      sum(base_open_minor) filter (where due_on <= (select day - bounds[4])) as aged_4
    from spans_open_on(customer, day)
    group by group_id
  ), owed as materialized (
    -- By the reference or, without one, by the name, which is compared once for all of its items.
    select coalesce(partner_reference, partner_name_key(partner_name)) as partner, partner_reference is null as is_name,
      partner_name, account_code, currency, kind = any(kinds) as is_listed, items, minor, base_minor,
      coalesce(aged_1, 0) as aged_1, coalesce(aged_2, 0) as aged_2, coalesce(aged_3, 0) as aged_3,
      coalesce(aged_4, 0) as aged_4
    from sums
    -- sql.md: lateral limit 1
    cross join lateral (
      select kind, account_code, currency, partner_reference, partner_name from open_item_groups
      where end_customer_id = customer and open_item_groups.group_id = sums.group_id
      limit 1
    ) named
    where account_code = any(accounts)
  ), placed as materialized (
    -- The documents of a partner with a reference may name it differently; the first of these names stands for all.
    select partner, is_name, known_as, item_count, row_number() over in_order as place,
      sum(item_count) over in_order as items_through
    from (
      select partner, is_name, min(partner_name collate "C") as known_as, sum(cardinality(items))::integer as item_count
      from owed
      where is_listed
      group by partner, is_name
    ) known
    window in_order as (
      order by partner_order(known_as), is_name, partner collate "C" rows between unbounded preceding and current row
    )
  ), cursor as materialized (
    select item.partner, item.is_name, named.partner_name collate "C" as known_as, item.due_on, item.open_item_id,
      1::bigint as cursor_items
    from (
      select coalesce(partner_reference, partner_name_key(partner_name)) as partner, partner_reference is null as is_name,
        coalesce(due_date, document_date) as due_on, open_item_id, partner_reference
      from open_items
      where end_customer_id = customer and open_item_id = after and kind = any(kinds) and known_by is not null
    ) item
    join open_items named on named.end_customer_id = customer and named.open_item_id = known_by
      and named.kind = any(kinds) and (named.partner_reference is null) = is_name
      and coalesce(named.partner_reference, partner_name_key(named.partner_name)) = partner
    union all
    (
      select partner, is_name, known_as, shown.due_on, open_item_id, count(*) over ()
      from (
        select partner_reference, partner_name, coalesce(due_date, document_date) as due_on, open_item_id
        from open_items
        where end_customer_id = customer and open_item_id = after and known_by is null
        union all
        select partner_reference, partner_name, coalesce(due_date, document_date), open_item_id
        from open_items
        where end_customer_id = customer and payment_id = after and payment_id <> open_item_id and known_by is null
      ) shown
      join placed on partner = coalesce(partner_reference, partner_name_key(partner_name))
        and is_name = (partner_reference is null)
      where exists (select from owed where is_listed and open_item_id = any(items))
      order by place desc, shown.due_on desc, open_item_id desc
      limit 1
    )
  ), last_seen as materialized (
    -- The last partner that is not behind the cursor, with its items: a page has room behind all of them. Of any other partner
    -- than the cursor's no item is left.
    select coalesce(place, 0) as place, coalesce(is_same, false) as is_same,
      coalesce(before.items_through, 0) as items_through, due_on, open_item_id
    from cursor
    left join lateral (
      select place, placed.items_through,
        placed.partner = cursor.partner and placed.is_name = cursor.is_name as is_same
      from placed
      where (partner_order(placed.known_as) collate "C", placed.is_name, placed.partner collate "C")
        <= (partner_order(cursor.known_as) collate "C", cursor.is_name, cursor.partner collate "C")
      order by place desc
      limit 1
    ) before on true
  ), moved as materialized (
    select partner, is_name, partner_name
    from names_moved_since(customer, accounts, kinds, day, seen_through)
    where seen_through >= (select last_entry_number - 10000 from ledger_heads where end_customer_id = customer)
  ), reached as materialized (
    -- Partners whose items may be on the page, as those before them have fewer than a page from the last one seen on; and
    -- those whose ageing may be.
    select partner, is_name, known_as, place, items_before < most_before as is_on_page
    from (
      select partner, is_name, known_as, place, items_through - item_count as items_before,
        items_wanted + coalesce((select last_seen.items_through from last_seen), 0) as most_before
      from placed
      where after is null or place >= (select place from last_seen)
    ) following
    where items_before < most_before or place <= partners_wanted + coalesce((select place from last_seen), 0)
  ), page as materialized (
    select place, known_as, open_item_id, item.kind, payment_id, item.partner_reference, item.account_code,
      document_number, document_date, due_date, due_on, payment_reference, is_opening, source_fact_id, journal_entry_id,
      item.currency, amount_minor, base_amount_minor, open_minor, base_open_minor
    from reached
    join owed using (partner, is_name)
    cross join lateral unnest(owed.items) found (item_id)
    -- sql.md: lateral limit 1
    cross join lateral (
      select open_item_id, kind, payment_id, partner_reference, opened.account_code, document_number, document_date,
        due_date, coalesce(due_date, document_date) as due_on, payment_reference, is_opening, source_fact_id,
        journal_entry_id, opened.currency, amount_minor, base_amount_minor,
        coalesce(open_amount_on(day, used_from, amount_minor, rest_from, rest_minor),
          moved_amount(customer, open_item_id, day, false)) as open_minor,
        coalesce(open_amount_on(day, used_from, base_amount_minor, rest_from, rest_base_minor),
          moved_amount(customer, open_item_id, day, true)) as base_open_minor
      from open_items opened
      where opened.end_customer_id = customer and opened.open_item_id = found.item_id
      limit 1
    ) item
    where is_on_page and is_listed
      and (
        after is null
        or place > (select last_seen.place from last_seen)
        or (place, due_on, open_item_id)
          > (select last_seen.place, last_seen.due_on, last_seen.open_item_id from last_seen where is_same)
      )
    order by place, due_on, open_item_id
    limit items_wanted
  )
  select coalesce((select cursor_items from cursor), 0),
    seen_through < (select last_entry_number - 10000 from ledger_heads where end_customer_id = customer) is true
    or exists (
      select from placed join cursor using (partner, is_name)
      where partner_order(placed.known_as) <> partner_order(cursor.known_as)
    ) or exists (
      -- One that has or had names of both sides.
      select from (
        select partner, is_name, partner_name from moved
        union all
        select partner, is_name, partner_name from owed
        where is_listed and (partner, is_name) in (select moved.partner, moved.is_name from moved)
      ) named
      cross join lateral (
        select (partner_order(named.partner_name) collate "C", named.is_name, named.partner collate "C")
          > (partner_order(cursor.known_as) collate "C", cursor.is_name, cursor.partner collate "C") as is_behind
        from cursor
      ) side
      group by named.partner, named.is_name
      having bool_or(is_behind) and not bool_and(is_behind)
    ), (
      select owed.items[1]
      from owed join placed using (partner, is_name)
      where (select count(*) from page) = items_wanted and is_listed and partner_name = known_as and place = (
        select place from page order by place, due_on, open_item_id offset items_wanted - 2 limit 1
      )
      limit 1
    ), (select coalesce(sum(item_count), 0) from placed),
    (select count(*) from placed), (
      select coalesce(json_agg(total), '[]')
      from (
        select account_code, currency, is_listed, sum(minor)::text as minor, json_build_array(
          (sum(base_minor) - sum(aged_1))::text, (sum(aged_1) - sum(aged_2))::text, (sum(aged_2) - sum(aged_3))::text,
          (sum(aged_3) - sum(aged_4))::text, sum(aged_4)::text
        ) as ages
        from owed
        group by account_code, currency, is_listed
      ) total
    ), (
      select coalesce(json_agg(total), '[]')
      from (
        select place, known_as as name, case when not is_name then partner end as reference, currency,
          sum(minor)::text as minor, json_build_array(
            (sum(base_minor) - sum(aged_1))::text, (sum(aged_1) - sum(aged_2))::text, (sum(aged_2) - sum(aged_3))::text,
            (sum(aged_3) - sum(aged_4))::text, sum(aged_4)::text
          ) as ages
        from owed join reached using (partner, is_name)
        where is_listed and place >= (select min(place) from page)
          and place <= (select greatest(max(place), min(place) + partners_wanted - 1) from page)
        group by place, known_as, is_name, partner, currency
        order by place, currency
      ) total
    ), (
      select json_build_object(
        'partner_name', json_agg(known_as), 'partner_reference', json_agg(partner_reference),
        'account_code', json_agg(account_code), 'document_number', json_agg(document_number),
        'payment_reference', json_agg(payment_reference), 'blankless', json_agg(concat_ws(' ',
          open_item_id, kind, coalesce(payment_id::text, '-'), document_date, coalesce(due_date::text, '-'), is_opening,
          currency, amount_minor, base_amount_minor, open_minor, base_open_minor,
          coalesce(source_fact_id::text, '-'), journal_entry_id
        ))
      )
      from (
        select open_item_id, kind, payment_id, known_as, partner_reference, account_code, document_number, document_date,
          due_date, payment_reference, is_opening, source_fact_id, journal_entry_id, currency, amount_minor,
          base_amount_minor, open_minor, base_open_minor
        from page
        order by place, due_on, open_item_id
      ) page
    )
$function$;

-- sql/functions/release-before/open_items_on.sql
CREATE OR REPLACE FUNCTION public.open_items_on(customer uuid, accounts text[], day date)
 RETURNS TABLE(open_item_id uuid, kind text, account_code text, currency text, partner_name text, partner_reference text, due_on date, amount_minor bigint, base_amount_minor bigint)
 LANGUAGE sql
 STABLE
AS $function$
  with found as (
    select unclosed.open_item_id, kind, account_code, currency, partner_name, partner_reference, document_date, due_date,
      amount_minor, base_amount_minor, used_from, rest_from, rest_minor, rest_base_minor
    from open_items unclosed
    where end_customer_id = customer and closed_on is null and least(posting_date, used_from) <= day
    union all
    -- Spans with an earlier span_day have begun on that day already; spans with a later one are not over before it.
    select begun.open_item_id, kind, account_code, currency, partner_name, partner_reference, document_date, due_date,
      amount_minor, base_amount_minor, used_from, rest_from, rest_minor, rest_base_minor
    from span_days(day) node
    cross join lateral (
      select open_item_id, kind, account_code, currency, partner_name, partner_reference, document_date, due_date,
        amount_minor, base_amount_minor, used_from, rest_from, rest_minor, rest_base_minor
      from open_items
      where end_customer_id = customer and span_day(least(posting_date, used_from), closed_on) = node
        and closed_on is not null and closed_on > day
      offset 0
    ) begun
    where node <= day - date '0001-01-01' + 1
    union all
    select unfinished.open_item_id, kind, account_code, currency, partner_name, partner_reference, document_date, due_date,
      amount_minor, base_amount_minor, used_from, rest_from, rest_minor, rest_base_minor
    from span_days(day) node
    cross join lateral (
      select open_item_id, kind, account_code, currency, partner_name, partner_reference, document_date, due_date,
        amount_minor, base_amount_minor, used_from, rest_from, rest_minor, rest_base_minor
      from open_items
      where end_customer_id = customer and span_day(least(posting_date, used_from), closed_on) = node
        and closed_on is not null and least(posting_date, used_from) <= day
      offset 0
    ) unfinished
    where node > day - date '0001-01-01' + 1
  )
  select stood.open_item_id, stood.kind, stood.account_code, stood.currency, stood.partner_name, stood.partner_reference,
    stood.due_on, stood.amount_minor, stood.base_amount_minor
  from (
    select found.open_item_id, found.kind, found.account_code, found.currency, found.partner_name,
      found.partner_reference, coalesce(found.due_date, found.document_date) as due_on,
      -- Nearly every item is as it was opened, or as it was last: only between two uses are its changes read.
      case when used_from <= day is not true then found.amount_minor
        when rest_from <= day then rest_minor
        else (
          select sum(moved.amount_minor)::bigint from open_item_movements_of(customer, found.open_item_id, day) moved
        ) end as amount_minor,
      case when used_from <= day is not true then found.base_amount_minor
        when rest_from <= day then rest_base_minor
        else (
          select sum(moved.base_amount_minor)::bigint from open_item_movements_of(customer, found.open_item_id, day) moved
        ) end as base_amount_minor
    from found
    where found.account_code = any(accounts)
    offset 0
  ) stood
  where stood.amount_minor <> 0 or stood.base_amount_minor <> 0
$function$;

-- sql/functions/open_ledger.sql
CREATE OR REPLACE FUNCTION public.open_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into ledger_heads (end_customer_id) select end_customer_id from new_rows order by end_customer_id;
  return null;
end $function$;

-- sql/functions/bank-entries/open_link_proposals.sql
CREATE OR REPLACE FUNCTION public.open_link_proposals(customer uuid, bank_entry uuid)
 RETURNS TABLE(journal_entry_id uuid, line_number smallint, amount_minor bigint, source_fact_id uuid)
 LANGUAGE sql
 STABLE ROWS 1
AS $function$
  select proposal.journal_entry_id, proposal.line_number, least(proposal.amount_minor, line.transaction_minor - used.amount_minor),
    posted.source_id
  from bank_entry_link_proposals proposal
  join journal_entries posted
    on posted.end_customer_id = customer and posted.journal_entry_id = proposal.journal_entry_id
  join journal_lines line
    on line.end_customer_id = customer and line.entry_number = posted.entry_number and line.line_number = proposal.line_number
  cross join lateral (
    select coalesce(sum(case when uses.currency = line.transaction_currency then uses.amount_minor
      else div(uses.amount_minor::numeric * line.transaction_minor + base_minor - 1, nullif(base_minor, 0)) end), 0)::bigint as amount_minor
    from bank_entry_uses uses
    cross join (select line.debit_minor + line.credit_minor as base_minor) base
    where uses.end_customer_id = customer and uses.journal_entry_id = proposal.journal_entry_id
      and uses.line_number = proposal.line_number and uses.state <> 'released'
  ) used
  where proposal.end_customer_id = customer and proposal.entry_id = bank_entry
    and line.transaction_minor > used.amount_minor
    and not exists (
      select from journal_entries reversal
      where reversal.end_customer_id = customer and reversal.reversal_of = proposal.journal_entry_id
    )
$function$;

-- sql/functions/open-items/open_payment_credit.sql
CREATE OR REPLACE FUNCTION public.open_payment_credit(customer uuid, entries bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  credit record;
begin
  for credit in
    select entry.entry_number, entry.posting_date, entry.journal_entry_id, entry.posted_at, payment.payment_id,
      payment.amount_minor - allocation.amount_minor as rest_minor, payment.credit_minor, payment.credit_base_minor,
      coalesce(payment.credit_item_id, payment.payment_id) as credit_item_id,
      coalesce(paid.partner_name, payment.debtor_name, '') as partner_name, paid.partner_reference, payment.booking_date, payment.currency,
      coalesce(line.line_number, 0) as line_number, coalesce(line.base_minor, 0) as base_minor,
      coalesce(line.account_code, allocation.credit_account_code, (
        select account_code from account_mappings
        where end_customer_id = customer and mapping_key = 'posting.customer_credit'
          and valid_from <= entry.posting_date
        order by valid_from desc limit 1
      )) as account_code
    from journal_entries entry
    join allocations allocation on allocation.end_customer_id = customer and allocation.allocation_id = entry.source_id
    join payments payment on payment.end_customer_id = customer and payment.payment_id = allocation.payment_id
    left join lateral partner_of_allocation(customer, allocation.allocation_id) paid on true
    left join lateral (
      -- A process of the release before does not say which line it is: the last credit of that amount on an account of
      -- credit. The lines of the receivables stand before it, a gain of that amount may stand behind it.
      select line_number, credit_minor as base_minor, account_code from journal_lines
      where journal_lines.end_customer_id = customer and journal_lines.entry_number = entry.entry_number
        and case when allocation.credit_line_number is not null then line_number = allocation.credit_line_number
          else credit_minor > 0 and transaction_minor = payment.amount_minor - allocation.amount_minor
            and transaction_currency = payment.currency and account_code in (
              select control.account_code from control_accounts control
              where control.end_customer_id = customer and control.kind = 'customer_credit'
            )
        end
      order by line_number desc
      limit 1
    ) line on true
    where entry.end_customer_id = customer and entry.entry_number = any(entries) and entry.reversal_of is null
      and entry.source_type = 'payment_allocation' and allocation.credit_base_minor is null
      and payment.amount_minor > allocation.amount_minor
    order by entry.entry_number
  loop
    insert into open_items (
      end_customer_id, open_item_id, kind, account_code, payment_id, journal_entry_id, entry_number, line_number,
      posting_date, partner_name, partner_reference, document_date, currency, amount_minor, base_amount_minor, open_amount_minor,
      base_open_amount_minor, state, created_at
    ) values (
      customer, credit.credit_item_id, 'customer_credit', credit.account_code, credit.payment_id, credit.journal_entry_id,
      credit.entry_number, credit.line_number, credit.posting_date, credit.partner_name, credit.partner_reference,
      coalesce(credit.booking_date, credit.posting_date), credit.currency, -credit.rest_minor, -credit.base_minor,
      -credit.credit_minor, -credit.credit_base_minor,
      state_of_item(credit.credit_minor),
      credit.posted_at
    );
  end loop;
end $function$;

-- sql/functions/statements/open_statement_tables.sql
CREATE OR REPLACE FUNCTION public.open_statement_tables()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into statement_watermarks (end_customer_id, entry_number)
  select end_customer_id, 0 from new_rows order by end_customer_id;
  return null;
end $function$;

-- sql/functions/statements/other_sides_of_partners.sql
CREATE OR REPLACE FUNCTION public.other_sides_of_partners(customer uuid, starts date[], end_date date, as_of bigint)
 RETURNS TABLE(account_code text, partner_key text, partner_reference text, partner_name text, bucket integer, base_minor numeric)
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
  with folded as (
    select case when partner_entry_number <= as_of then partner_entry_number else 0 end as through
    from statement_watermarks where end_customer_id = customer
  ), sums as (
    select account_code, partner_key, partner_reference, partner_name, period_start, base_minor
    from other_side_totals
    where end_customer_id = customer and (select through from folded) > 0
    union all
    select account_code, partner_key, partner_reference, partner_name, period_start, other_side_minor
    from folded cross join lateral partner_sums_between(customer, folded.through, as_of)
  )
  select sums.account_code, sums.partner_key, max(sums.partner_reference), min(sums.partner_name collate "C"),
    -- sql.md: buckets
    width_bucket(period_start, starts) - 1, sum(sums.base_minor)
  from sums
  where period_start <= end_date
  group by 1, 2, 5
  having sum(sums.base_minor) <> 0
  order by 1, 2, 5;
end $function$;

-- sql/functions/vat/owed_sign.sql
CREATE OR REPLACE FUNCTION public.owed_sign(tax_code text, direction text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case
    when tax_code = 'K410' then -1
    when direction in ('output', 'acquisition', 'input_correction') then 1
    when direction in (
      'output_reduction', 'input_material', 'input_operating', 'import_material', 'import_operating'
    ) then -1
    else 0
  end
$function$;

-- sql/functions/release-before/page_of_open_items.sql
CREATE OR REPLACE FUNCTION public.page_of_open_items(customer uuid, accounts text[], kinds text[], day date, bounds integer[], after uuid, items_wanted integer, partners_wanted integer)
 RETURNS TABLE(has_cursor boolean, item_count bigint, partner_count bigint, totals json, partners json, items json)
 LANGUAGE sql
 STABLE
AS $function$
  select cursor_items > 0, item_count, partner_count, totals, partners, items
  from open_items_behind(customer, accounts, kinds, day, bounds, after, null, null, items_wanted, partners_wanted)
$function$;

-- sql/functions/vat/paid_by_advance_findings.sql
CREATE OR REPLACE FUNCTION public.paid_by_advance_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  with stating as materialized (
    select distinct line.entry_number
    from journal_lines line
    join journal_entries entry on entry.end_customer_id = customer and entry.entry_number = line.entry_number
    where line.end_customer_id = customer and line.tax ->> 'kind' = 'due' and entry.reversal_of is null
  ), item_lines as materialized (
    select distinct entry_number, line_number, kind
    from (
      select item.entry_number, item.line_number, item.kind from stating
      join open_items item on item.end_customer_id = customer and item.entry_number = stating.entry_number
      union all
      select change.entry_number, change.line_number, item.kind from stating
      join open_item_changes change on change.end_customer_id = customer and change.entry_number = stating.entry_number
      join open_items item on item.end_customer_id = customer and item.open_item_id = change.open_item_id
    ) moved
  ), lines as materialized (
    select line.entry_number, line.line_number, item.kind as item_kind, tax ->> 'kind' as kind, tax ->> 'tax_code' as tax_code,
      concat_ws(' ', tax ->> 'tax_code', tax ->> 'supply_date', tax ->> 'activity_id') as of_tax,
      debit_minor::numeric - credit_minor as debit,
      case when tax ->> 'direction' = 'output_reduction' then -1 else 1 end * (tax ->> 'base_minor')::numeric as base,
      case when tax ->> 'direction' = 'output_reduction' then -1 else 1 end * (tax ->> 'tax_minor')::numeric as tax
    from stating
    join journal_lines line on line.end_customer_id = customer and line.entry_number = stating.entry_number
    left join item_lines item on item.entry_number = line.entry_number and item.line_number = line.line_number
  ), money as (
    select entry_number, sum(debit) filter (where item_kind in ('customer_credit', 'supplier_advance')) as taken_off,
      coalesce(sum(debit) filter (where item_kind in ('receivable', 'payable')), 0) as to_pay,
      min(sign(debit)) filter (where item_kind in ('customer_credit', 'supplier_advance'))
        <> max(sign(debit)) filter (where item_kind in ('customer_credit', 'supplier_advance')) as asks_for_next,
      case when bool_or(item_kind in ('payable', 'supplier_advance')) then -1 else 1 end as side
    from lines
    group by entry_number
  ), sided as (
    -- Of what is supplied an advance takes off what has the sign of the whole; its own tax has the other one.
    select entry_number, item_kind, kind, tax_code, of_tax, debit, base, tax, sign(base * side * taken_off) as on_side
    from lines
    join money using (entry_number)
    where kind in ('due', 'not_due')
  ), taxes as (
    select entry_number, of_tax, on_side, min(tax_code) as tax_code, count(*) as records,
      coalesce(sum(base) filter (where kind = 'due'), 0) as due_base, coalesce(sum(base), 0) as base,
      coalesce(sum(tax) filter (where kind = 'due'), 0) as due_tax, coalesce(sum(tax), 0) as tax,
      case when bool_and(kind = 'due') then coalesce(sum(debit) filter (where item_kind is null), 0) else 0 end as booked
    from sided
    group by entry_number, of_tax, on_side
  ), paid as (
    select money.entry_number, asks_for_next, advance.minor as paid_minor, to_pay + advance.minor as whole_minor
    from money
    cross join lateral (
      select taken_off + coalesce(sum(booked) filter (where on_side = -1), 0) as minor
      from taxes where taxes.entry_number = money.entry_number
    ) advance
  )
  select 'tax that is due at once beside a payment is what an advance has paid',
    'entry ' || entry_number || ', ' || tax_code || ', ' || name, round(part * whole)::text, due::text
  from taxes
  join paid using (entry_number)
  cross join lateral (
    select case
      when paid_minor is null or paid_minor * whole_minor <= 0 then 0 else least(paid_minor / whole_minor, 1)
    end as part
  ) share
  cross join lateral (values ('base', base, due_base), ('tax', tax, due_tax)) amount (name, whole, due)
  where (on_side = 1 and asks_for_next is not true or paid_minor is null) and abs(part * whole - due) > records + 2
$function$;

-- sql/functions/statements/partner_key.sql
CREATE OR REPLACE FUNCTION public.partner_key(partner_reference text, partner_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce('#' || partner_reference, '=' || partner_name_key(partner_name))
$function$;

-- sql/functions/statements/partner_name_key.sql
CREATE OR REPLACE FUNCTION public.partner_name_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select btrim(left(btrim(regexp_replace(
    case when octet_length(name) = char_length(name) then lower(name collate "und-x-icu")
      else normalize(replace(replace(lower(upper(lower(normalize(regexp_replace(name,
        '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
        '', 'g'), NFKC) collate "und-x-icu") collate "und-x-icu") collate "und-x-icu"), U&'i\0307', 'i'), 'ς', 'σ'), NFKC)
    end, '[\u0009-\u000d \u0085\u1680\u2028\u2029]+', ' ', 'g'
  ), ' '), 600), ' ')
$function$;

-- sql/functions/open-items/partner_of_allocation.sql
CREATE OR REPLACE FUNCTION public.partner_of_allocation(customer uuid, allocation uuid)
 RETURNS TABLE(partner_name text, partner_reference text)
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
      min(item.partner_name collate "C") filter (where item.partner_reference is not null), min(item.partner_name collate "C")
    ), max(item.partner_reference)
  from allocation_lines line
  join open_items item on item.end_customer_id = customer and item.open_item_id = line.document_id
  cross join lateral (select partner_name_key(item.partner_name) as name_key) named
  where line.end_customer_id = customer and line.allocation_id = allocation
  having case count(distinct item.partner_reference)
    when 0 then count(distinct name_key) = 1
    when 1 then coalesce(
      array_agg(distinct name_key) filter (where item.partner_reference is null)
        <@ array_agg(distinct name_key) filter (where item.partner_reference is not null),
      true
    )
    else false
  end
$function$;

-- sql/functions/open-items-of-a-day/partner_order.sql
CREATE OR REPLACE FUNCTION public.partner_order(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lower((
    case when octet_length(name) = char_length(name) then name
    else translate(name, 'ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜàâäçéèêëîïôöùûü', 'AAACEEEEIIOOUUUaaaceeeeiioouuu') end
  ) collate "C")
$function$;

-- sql/functions/statements/partner_sums_between.sql
CREATE OR REPLACE FUNCTION public.partner_sums_between(customer uuid, after bigint, through bigint)
 RETURNS TABLE(account_code text, partner_key text, partner_reference text, partner_name text, period_start date, base_minor numeric, other_side_minor numeric)
 LANGUAGE sql
 STABLE
AS $function$
  with written as materialized (
    select item.account_code, item.partner_reference, item.partner_name,
      greatest(date_trunc('month', item.posting_date::timestamp)::date, starts[width_bucket(item.posting_date, starts)])
        as period_start,
      sum(case when kind in ('payable', 'supplier_advance') then -base_amount_minor else base_amount_minor end)
        as base_minor
    from (
      (select kind, account_code, partner_reference, partner_name, posting_date, base_amount_minor
      from open_items
      where end_customer_id = customer and entry_number > after and entry_number <= through
      order by entry_number, line_number)
      union all
      select kind, account_code, partner_reference, partner_name, change.posting_date, change.base_amount_minor
      from (
        select open_item_id, posting_date, base_amount_minor from open_item_changes
        where end_customer_id = customer and entry_number > after and entry_number <= through
        order by entry_number, line_number
      ) change
      -- sql.md: lateral limit 1
      cross join lateral (
        select kind, account_code, partner_reference, partner_name from open_items
        where end_customer_id = customer and open_item_id = change.open_item_id
        limit 1
      ) item
    ) item
    -- sql.md: buckets
    cross join (
      select array(select start_date from fiscal_years where end_customer_id = customer order by start_date) as starts
    ) years
    group by 1, 2, 3, 4
  ), moved as materialized (
    -- Names are compared once for all of their items.
    select written.account_code, partner_key(written.partner_reference, written.partner_name) as partner_key,
      written.period_start, sum(written.base_minor) as base_minor, max(written.partner_reference) as partner_reference,
      min(written.partner_name collate "C") as partner_name
    from written
    group by 1, 2, 3
  ), periods as (
    select moved.account_code, moved.partner_key, moved.period_start, moved.base_minor, 0 as folded_minor from moved
    union all
    select touched.account_code, touched.partner_key, folded.period_start, 0, folded.base_minor
    from (select distinct moved.account_code, moved.partner_key from moved) touched
    -- sql.md: lateral in order
    cross join lateral (
      select period_start, base_minor from partner_period_totals totals
      where totals.end_customer_id = customer and totals.account_code = touched.account_code
        and totals.partner_key = touched.partner_key
      order by period_start
    ) folded
    where after > 0
  ), balances as (
    select periods.account_code, periods.partner_key, periods.period_start, sum(base_minor) as base_minor,
      sum(sum(folded_minor)) over through_period as before_minor,
      sum(sum(folded_minor + base_minor)) over through_period as after_minor
    from periods
    group by 1, 2, 3
    window through_period as (
      partition by periods.account_code, periods.partner_key order by periods.period_start
    )
  ), sides as (
    select balances.account_code, balances.partner_key, balances.period_start, balances.base_minor,
      case account_type when 'asset' then least(after_minor, 0) - least(before_minor, 0)
        else greatest(after_minor, 0) - greatest(before_minor, 0) end as other_side_minor
    from balances
    join accounts on accounts.end_customer_id = customer and accounts.account_code = balances.account_code
  ), changes as (
    select sides.account_code, sides.partner_key, sides.period_start, sides.base_minor,
      other_side_minor - lag(other_side_minor, 1, 0::numeric) over (
        partition by sides.account_code, sides.partner_key order by sides.period_start
      ) as other_side_minor
    from sides
  )
  select changes.account_code, changes.partner_key, named.partner_reference, named.partner_name, changes.period_start,
    changes.base_minor, changes.other_side_minor
  from changes
  join (
    select moved.account_code, moved.partner_key, max(moved.partner_reference) as partner_reference,
      min(moved.partner_name collate "C") as partner_name
    from moved
    group by moved.account_code, moved.partner_key
  ) named on named.account_code = changes.account_code and named.partner_key = changes.partner_key
  where changes.base_minor <> 0 or changes.other_side_minor <> 0
$function$;

-- sql/functions/statements/partners_of_relations.sql
CREATE OR REPLACE FUNCTION public.partners_of_relations(customer uuid, through bigint)
 RETURNS TABLE(partner_relation_id uuid, account_code text, partner_key text, partner_reference text, partner_name text)
 LANGUAGE sql
 STABLE
AS $function$
  with relations as materialized (
    select partner_relation_id, partner_reference, partner_name, partner_side, partner_name_key(partner_name) as name_key
    from partner_relations
    where end_customer_id = customer
  ), behind as materialized (
    select account_code, side, partner_reference, partner_name_key(partner_name) as name_key
    from (
      select distinct account_code, case when kind in ('payable', 'supplier_advance') then 'supplier' else 'customer' end as side,
        partner_reference, partner_name
      from open_items
      where end_customer_id = customer and exists (select from relations) and entry_number <= through
        and entry_number > (select named_entry_number from statement_watermarks where end_customer_id = customer)
      offset 0
    ) item
  ), meant as (
    select relation.partner_relation_id, relation.partner_name, named.account_code, named.partner_reference, named.name_key
    from relations relation
    -- sql.md: lateral in order
    cross join lateral (
      select account_code, side, partner_reference, name_key from partner_names
      where end_customer_id = customer and partner_reference = relation.partner_reference
        and first_entry_number <= through
      order by partner_reference
    ) named
    where relation.partner_side = named.side or relation.partner_side is null and relation.name_key = named.name_key
    union all
    select relation.partner_relation_id, relation.partner_name, named.account_code, named.partner_reference, named.name_key
    from relations relation
    -- sql.md: lateral in order
    cross join lateral (
      select account_code, side, partner_reference, name_key from partner_names
      where end_customer_id = customer and name_key = relation.name_key and first_entry_number <= through
      order by name_key, partner_reference
    ) named
    where relation.partner_reference is null and named.name_key <> ''
      and coalesce(relation.partner_side, named.side) = named.side
    union all
    select relation.partner_relation_id, relation.partner_name, item.account_code, item.partner_reference, item.name_key
    from relations relation
    join behind item on relation.partner_reference = item.partner_reference
      and (relation.partner_side = item.side or relation.partner_side is null and relation.name_key = item.name_key)
    union all
    select relation.partner_relation_id, relation.partner_name, item.account_code, item.partner_reference, item.name_key
    from relations relation
    join behind item on relation.partner_reference is null and relation.name_key = item.name_key
      and item.name_key <> '' and coalesce(relation.partner_side, item.side) = item.side
  )
  select meant.partner_relation_id, meant.account_code, partner_key(meant.partner_reference, meant.name_key),
    max(meant.partner_reference), max(meant.partner_name)
  from meant
  group by 1, 2, 3
$function$;

-- sql/functions/bank-reconciliation/place_bank_entry_use.sql
CREATE OR REPLACE FUNCTION public.place_bank_entry_use()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  select entry.account, entry.currency, coalesce(entry.booking_date, entry.stated_day)
  into new.bank_account, new.currency, new.booking_date
  from camt053_entries entry
  where entry.end_customer_id = new.end_customer_id and entry.entry_id = new.entry_id and is_booked;
  select line.account_code, line.line_currency, line.posting_date, line.entry_number, line_minor = new.amount_minor
  into new.account_code, new.line_currency, new.posting_date, new.entry_number, new.is_whole_line
  from line_of_use(new.end_customer_id, new.journal_entry_id, new.line_number, new.currency) line;
  return new;
end $function$;

-- sql/functions/bank-reconciliation/place_giving_back.sql
CREATE OR REPLACE FUNCTION public.place_giving_back()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  reversed_on date := (
    select posting_date from journal_entries
    where end_customer_id = new.end_customer_id and reversal_of = new.journal_entry_id
  );
begin
  update bank_entry_uses set given_back_on = reversed_on
  where end_customer_id = new.end_customer_id and bank_entry_use_id = new.bank_entry_use_id;
  update bank_entry_dismissals set given_back_on = least(given_back_on, reversed_on)
  where end_customer_id = new.end_customer_id and entry_id = new.entry_id and undone_at = new.released_at
    and undone_by is null;
  return null;
end $function$;

-- sql/functions/bank-reconciliation/place_line_of_use.sql
CREATE OR REPLACE FUNCTION public.place_line_of_use()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  update bank_entry_uses used
  set line_number = used.line_number
  from line_of_use(new.end_customer_id, new.journal_entry_id, new.line_number, new.currency) line
  where used.end_customer_id = new.end_customer_id and used.bank_entry_use_id = new.bank_entry_use_id
    and used.journal_entry_id = new.journal_entry_id and used.line_number = new.line_number;
  return null;
end $function$;

-- sql/functions/open-items/place_open_item.sql
CREATE OR REPLACE FUNCTION public.place_open_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  entry record;
begin
  select entry_number, posting_date, source_type into entry
  from journal_entries
  where journal_entry_id = new.journal_entry_id and end_customer_id = new.end_customer_id;
  perform refuse_entry(format('open item %s belongs to no entry', new.open_item_id), 'open_items_line')
  where entry is null;
  new.entry_number := entry.entry_number;
  new.posting_date := entry.posting_date;
  new.kind := coalesce(new.kind, case entry.source_type when 'expense_document' then 'payable' else 'receivable' end);
  new.line_number := coalesce((
    select line_number from journal_lines line
    where line.end_customer_id = new.end_customer_id and line.entry_number = entry.entry_number
      and account_code = new.account_code and transaction_minor = abs(new.amount_minor)
      and debit_minor - credit_minor =
        case when new.kind in ('payable', 'supplier_advance') then -new.base_amount_minor else new.base_amount_minor end
    order by line_number
    limit 1
  ), 0);
  insert into open_items (
    end_customer_id, open_item_id, kind, account_code, source_fact_id, journal_entry_id, entry_number, line_number,
    posting_date, partner_name, partner_reference, document_number, document_date, due_date, payment_reference, currency,
    amount_minor, base_amount_minor, open_amount_minor, base_open_amount_minor, created_at
  )
  select new.end_customer_id, gen_random_uuid(), control.kind, line.account_code, new.source_fact_id,
    new.journal_entry_id, line.entry_number, line.line_number, line.posting_date, new.partner_name,
    new.partner_reference, new.document_number, new.document_date, new.due_date, new.payment_reference,
    line.transaction_currency, sign * transaction_minor, sign * abs(debit_minor - credit_minor),
    sign * transaction_minor, sign * abs(debit_minor - credit_minor), new.created_at
  from journal_lines line
  cross join lateral (
    -- An account of several roles takes the one of the document's side.
    select kind from control_accounts
    where control_accounts.end_customer_id = line.end_customer_id
      and control_accounts.account_code = line.account_code
    order by (kind in ('payable', 'supplier_advance')) = (new.kind in ('payable', 'supplier_advance')) desc, kind
    limit 1
  ) control
  cross join lateral (
    select case when (debit_minor > 0) = (control.kind in ('receivable', 'customer_credit')) then 1 else -1 end as sign
  ) side
  where line.end_customer_id = new.end_customer_id and line.entry_number = entry.entry_number
    and line.line_number <> new.line_number
    and not exists (
      select from open_items known
      where known.end_customer_id = line.end_customer_id and known.entry_number = line.entry_number
        and known.line_number = line.line_number
    );
  return new;
end $function$;

-- sql/functions/public_id.sql
CREATE OR REPLACE FUNCTION public.public_id(prefix text, id uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select prefix || '_' || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', substring(bits from 5 * digit + 1 for 5)::integer + 1, 1), '' order by digit
  )
  from (select b'00' || ('x' || replace(id::text, '-', ''))::bit(128) as bits) padded
  cross join generate_series(0, 25) digit
$function$;

-- sql/functions/record_findings.sql
CREATE OR REPLACE FUNCTION public.record_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  select 'a line has the date of its entry', 'line ' || line_number || ' of entry ' || entry_number,
    entry.posting_date::text, line.posting_date::text
  from journal_lines line join journal_entries entry using (end_customer_id, entry_number)
  where line.end_customer_id = customer and line.posting_date <> entry.posting_date
  union all
  -- An entry keeps the year that it was posted in; where that one has other dates now, it belongs to the year of its date.
  select 'an entry lies in a fiscal year', 'entry ' || entry_number,
    coalesce(years.first_date || ' to ' || years.last_date, 'a fiscal year ' || entry.fiscal_year_id), posting_date::text
  from journal_entries entry
  cross join (
    select min(start_date) as first_date, max(end_date) as last_date from fiscal_years where end_customer_id = customer
  ) years
  where entry.end_customer_id = customer and (
    (posting_date between years.first_date and years.last_date) is not true
    or not exists (
      select from fiscal_years year
      where year.end_customer_id = customer and year.fiscal_year_id = entry.fiscal_year_id
    )
  )
  union all
  -- Statements show an account under the name that its charts give it, and could show nothing of one without.
  select 'an account with postings is in the chart', 'account ' || line.account_code, 'a chart that lists it', 'none'
  from (select distinct account_code from journal_lines where end_customer_id = customer) line
  where not exists (
    select from accounts join chart_accounts using (end_customer_id, account_code)
    where end_customer_id = customer and account_code = line.account_code
  )
  union all
  select 'the watermark is within the journal', 'statement tables', '0 to ' || last_entry_number,
    coalesce(entry_number::text, 'none')
  from ledger_heads left join statement_watermarks using (end_customer_id)
  where end_customer_id = customer and (entry_number between 0 and last_entry_number) is not true
  union all
  select 'the head counts every debit', 'ledger', booked.total::text, total_debit_minor::text
  from ledger_heads
  cross join lateral (
    select coalesce(sum(total_minor), 0) as total from journal_entries
    where end_customer_id = customer and entry_number <= counted_entry_number
  ) booked
  where end_customer_id = customer
    and (booked.total <> total_debit_minor or counted_entry_number not between 0 and last_entry_number)
  union all
  select 'an allocation or settlement has the entries of its state', kind || ' ' || public_id(prefix, id), state,
    case when is_booked then 'booked' else 'not booked' end || case when is_reversed then ', reversed' else '' end
  from (
    select 'allocation' as kind, 'alloc' as prefix, allocation_id as id, state, journal_entry_id is not null as is_booked,
      reversal_journal_entry_id is not null as is_reversed
    from allocations where end_customer_id = customer
    union all
    select 'settlement', 'settle', settlement_id, state, journal_entry_id is not null, reversal_journal_entry_id is not null
    from supplier_settlements where end_customer_id = customer
  ) money
  -- A draft that is given up is reversed without any entry.
  where not case state
    when 'draft' then not is_booked and not is_reversed
    when 'posted' then is_booked and not is_reversed
    else is_booked = is_reversed
  end
  union all
  select 'an allocation takes and closes what its request says', 'allocation ' || public_id('alloc', allocation_id),
    wanted_minor || ', ' || closing_minor, amount_minor || ', ' || closed_minor
  from (
    select allocation_id, amount_minor, (
      select coalesce(sum(line.amount_minor), 0) from allocation_lines line
      where line.end_customer_id = customer and line.allocation_id = allocation.allocation_id
    ) as closed_minor, (
      select coalesce(sum((coalesce(said -> 'paid', said -> 'amount') ->> 'amount_minor')::numeric), 0)
      from jsonb_array_elements(request -> 'lines') said
    ) as wanted_minor, (
      -- Each deduction closes a part of the document.
      select coalesce(sum((amount ->> 'amount_minor')::numeric), 0)
      from (
        select jsonb_path_query(request, '$.lines[*].amount') as amount
        union all
        select jsonb_path_query(request, '$.lines[*].deductions[*].amount')
      ) said
    ) as closing_minor
    from allocations allocation where end_customer_id = customer
  ) allocation
  where (amount_minor, closed_minor) is distinct from (wanted_minor, closing_minor)
  union all
  select 'a settlement closes what its request says', 'settlement ' || public_id('settle', settlement_id),
    closing_minor::text, amount_minor::text
  from (
    select settlement_id, settlement.amount_minor, (source_snapshot #>> '{request,amount_minor}')::numeric
      - coalesce((terms ->> 'advance_minor')::numeric, 0) + (
      -- Bank charges are paid on top.
      select coalesce(sum((said #>> '{amount,amount_minor}')::numeric), 0)
      from jsonb_path_query(terms, '$.deductions[*]') said
      where said ->> 'type' <> 'bank_charges'
    ) as closing_minor
    from supplier_settlements settlement
    join journal_entries entry using (end_customer_id, journal_entry_id)
    where end_customer_id = customer
  ) settlement
  where amount_minor is distinct from closing_minor
  union all
  select 'payments add up to their bank entry',
    'bank entry ' || public_id('cent', entry_id), expected_minor::text, paid_minor::text
  from (
    -- What may be a repeat, or is one, has none, or those of a time when it was taken for new, which nobody uses.
    select entry.entry_id, case when is_booked and credit_debit = 'CRDT' and not is_reversal
        and (coalesce(repeat_state = 'new', true) or count(payment_id) > 0) then entry.amount_minor else 0 end
      as expected_minor, coalesce(sum(payment.amount_minor), 0) as paid_minor, entry.amount_minor
    from camt053_entries entry
    left join payments payment
      on payment.end_customer_id = customer and payment.entry_id = entry.entry_id and superseded_by is null
    where entry.end_customer_id = customer
    group by entry.end_customer_id, entry.entry_id
  ) booking
  -- What comes back of a payment that we had made is none; earlier releases took it for one.
  where paid_minor <> expected_minor and not exists (
    select from (
      select count(*) as transactions, count(returned) as returned_count, sum(tx_minor) as told_minor,
        sum(tx_minor) filter (where returned is null) as paid_minor
      from (
        select (tx ->> 'amount_minor')::numeric as tx_minor, tx ->> 'return_reason' as returned
        from (
          select entry from camt054_entries
          where end_customer_id = customer and entry_id = booking.entry_id and state = 'joined'
          union all
          select entry from camt053_entries
          where end_customer_id = customer and entry_id = booking.entry_id
        ) told, jsonb_array_elements(told.entry -> 'tx_details') tx
      ) tx
    ) told
    where returned_count > 0 and booking.paid_minor = case
      when transactions > 1 and told_minor = booking.amount_minor then coalesce(told.paid_minor, 0) else 0 end
  )
  union all
  select 'an event names an entry of its subject, once', 'event ' || min(event_number), 'one event of the entry',
    case when bool_and(entry.source_id = subject_id) then count(*) || ' events' else 'an entry of something else' end
  from events event
  left join journal_entries entry using (end_customer_id, journal_entry_id)
  where event.end_customer_id = customer and event.journal_entry_id is not null
  group by event.journal_entry_id
  having count(*) > 1 or bool_and(entry.source_id = subject_id) is not true
$function$;

-- sql/functions/release-before/recorded_tax.sql
CREATE OR REPLACE FUNCTION public.recorded_tax(customer uuid, accounts text[], from_date date, to_date date, through bigint)
 RETURNS TABLE(account_code text, recorded_minor numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select wanted.account_code, coalesce(line.recorded_minor, 0)
  from unnest(accounts) as wanted (account_code)
  -- sql.md: lateral in order
  cross join lateral (
    select sum(credit_minor::numeric - debit_minor) as recorded_minor
    from (
      select credit_minor, debit_minor from journal_lines
      where end_customer_id = customer and journal_lines.account_code = wanted.account_code
        and posting_date between from_date and to_date and entry_number <= through
        and (tax is not null or tax_due is not null)
      order by posting_date, entry_number, line_number
    ) line
  ) line
$function$;

-- sql/functions/bank/refuse_bank_entries_of_newer_rule.sql
CREATE OR REPLACE FUNCTION public.refuse_bank_entries_of_newer_rule(customer uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
AS $function$
begin
  perform refuse_entry('a newer release has imported equal bank entries, and imports these', 'camt053_entries_rules')
  from camt053_statement_entries place
  join camt053_entries brought
    on brought.end_customer_id = customer and brought.entry_id = place.entry_id and brought.import_id = import
  join camt053_entries kept
    on kept.end_customer_id = customer and kept.rule_version > brought.rule_version and kept.account = brought.account
    and kept.amount_minor = brought.amount_minor and kept.credit_debit = brought.credit_debit
    and kept.currency = brought.currency and kept.booking_date is not distinct from brought.booking_date
  where place.end_customer_id = customer and place.import_id = import
  limit 1;
end $function$;

-- sql/functions/refuse_change.sql
CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% on % is refused: what is written there is never changed or deleted', tg_op, tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $function$;

-- sql/functions/moving/refuse_departed.sql
CREATE OR REPLACE FUNCTION public.refuse_departed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  customer constant uuid := (
    select departed.end_customer_id
    from added join departed_customers departed on departed.end_customer_id = added.end_customer_id
    limit 1
  );
begin
  if customer is not null then
    raise exception 'the end customer is not written here: it has moved to another ledger database'
      using errcode = 'HB001', detail = customer::text, hint = 'gone';
  end if;
  return null;
end $function$;

-- sql/functions/refuse_entry.sql
CREATE OR REPLACE FUNCTION public.refuse_entry(reason text, violated text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '%', reason using errcode = 'check_violation', constraint = violated;
end $function$;

-- sql/functions/events/refuse_kept_events.sql
CREATE OR REPLACE FUNCTION public.refuse_kept_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from removed left join event_heads head using (end_customer_id)
    where event_number >= coalesce(first_kept_number, 1)
  ) then
    raise exception 'DELETE on events is refused: its feed still has them'
      using errcode = 'restrict_violation', constraint = 'events_append_only';
  end if;
  return null;
end $function$;

-- sql/functions/bank/release_bank_entry_uses.sql
CREATE OR REPLACE FUNCTION public.release_bank_entry_uses(customer uuid, reversed_entry uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform hold_bank_entry_lines(customer, reversed_entry);
  perform from camt053_entries
  where end_customer_id = customer and entry_id in (
    select entry_id from bank_entry_uses
    where end_customer_id = customer and journal_entry_id = reversed_entry and state <> 'released'
  )
  order by entry_id
  for update;
  with released as (
    update bank_entry_uses set state = 'released', released_at = now()
    where end_customer_id = customer and journal_entry_id = reversed_entry and state <> 'released'
      and used_by in ('voucher', 'link')
    returning entry_id, amount_minor
  ), freed as (
    select entry_id, sum(amount_minor) as amount_minor from released group by entry_id
  )
  update camt053_entries set used_minor = used_minor - freed.amount_minor
  from freed
  where camt053_entries.end_customer_id = customer and camt053_entries.entry_id = freed.entry_id;
end $function$;

-- sql/functions/standbys/released_log.sql
CREATE OR REPLACE FUNCTION public.released_log()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  names constant text := trim(current_setting('synchronous_standby_names'));
  -- FIRST 2 (a, b), ANY 2 (a, b, c) or 2 (a, b); a list without a number is for one of them.
  wanted constant integer := coalesce(substring(names from '^(?:[[:alpha:]]+\s+)?(\d+)\s*\(')::integer, 1);
begin
  if names = '' then
    return null;
  end if;
  return coalesce((
    select case when current_setting('synchronous_commit') = 'remote_apply' then replay_lsn else flush_lsn end
      - '0/0'::pg_lsn as there
    from pg_stat_replication
    where sync_state in ('sync', 'quorum')
    order by there desc nulls last
    offset wanted - 1 limit 1
  ), 0);
end $function$;

-- sql/functions/events/remove_old_events.sql
CREATE OR REPLACE FUNCTION public.remove_old_events(customer uuid, older_than timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  last_sent bigint;
  removed_through bigint;
  count_of_removed integer;
begin
  if (older_than <= now() - interval '30 days' and most > 0) is not true then
    raise exception 'events of the last 30 days are kept, and some are removed at a time'
      using errcode = 'restrict_violation', constraint = 'events_append_only';
  end if;
  -- A move sets a fence, and makes its triggers then: these wait for this transaction, or it sees the fence.
  lock table events in row exclusive mode;
  if exists (select from fences where end_customer_id = customer) then
    return 0;
  end if;
  -- Whoever has an event sent once more holds its position meanwhile. sql.md: lock, then read
  perform from webhook_positions where end_customer_id = customer order by subscription_id for update;
  if exists (
    select from webhook_subscriptions subscription
    where coalesce(customer = any(end_customer_ids), true) and not exists (
      select from webhook_positions position
      where position.end_customer_id = customer and position.subscription_id = subscription.subscription_id
    )
  ) then
    return 0;
  end if;
  last_sent := (
    select min(least(restart_from - 1, delivered_number)) from webhook_positions where end_customer_id = customer
  );
  with oldest as materialized (
    select event_number, created_at from events where end_customer_id = customer order by event_number limit most
  )
  select max(event_number) into removed_through
  from oldest cross join (select min(event_number) as first_young from oldest where created_at >= older_than) young
  where (event_number < first_young or first_young is null)
    and event_number < (select last_event_number from event_heads where end_customer_id = customer)
    and (event_number <= last_sent or last_sent is null);
  if removed_through is null then
    return 0;
  end if;
  update event_heads set first_kept_number = removed_through + 1 where end_customer_id = customer;
  delete from events where end_customer_id = customer and event_number <= removed_through;
  get diagnostics count_of_removed = row_count;
  return count_of_removed;
end $function$;

-- sql/functions/open-items/renew_credit_item.sql
CREATE OR REPLACE FUNCTION public.renew_credit_item()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from open_items
    where end_customer_id = old.end_customer_id and open_item_id = coalesce(old.credit_item_id, old.payment_id)
  ) then
    new.credit_item_id := gen_random_uuid();
  end if;
  return new;
end $function$;

-- sql/functions/facts/renew_duplicate_keys.sql
CREATE OR REPLACE FUNCTION public.renew_duplicate_keys(after_fact uuid, most integer)
 RETURNS TABLE(last_fact uuid, renewed bigint)
 LANGUAGE sql
AS $function$
  with facts as materialized (
    select source_fact_id, end_customer_id, fact_type, request ->> 'business_date' as business_date,
      -- Those of vouchers have up to a thousand lines.
      case when fact_type in ('expense_document', 'customer_invoice') then request -> 'payload' end as payload
    from source_facts
    where source_fact_id > after_fact
      and end_customer_id <> all(array(select fence.end_customer_id from fences fence where fence.state <> 'open'))
    order by source_fact_id
    limit most
  ), named as (
    select source_fact_id, end_customer_id, fact_type, business_date, payload,
      coalesce(payload #>> '{supplier,name}', payload #>> '{customer,name}') as partner_name
    from facts
    where fact_type in ('expense_document', 'customer_invoice') and coalesce(
      payload ->> 'supplier_external_reference', payload #>> '{supplier,supplier_external_reference}',
      payload #>> '{supplier,uid_mwst_number}', payload ->> 'customer_external_reference',
      payload #>> '{customer,customer_external_reference}', payload #>> '{customer,uid_mwst_number}'
    ) is null
  ), keyed as materialized (
    select source_fact_id, end_customer_id, encode(sha256(convert_to(concat('[', concat_ws(',',
      case fact_type when 'customer_invoice' then '"customer_invoice"' end,
      to_json(partner_name_key(partner_name)),
      to_json(coalesce(payload ->> 'document_date', business_date)),
      (payload #>> '{gross_amount,amount_minor}')::numeric::bigint, to_json(payload #>> '{gross_amount,currency}'),
      to_json(payload ->> 'document_number')
    ), ']'), 'UTF8')), 'hex') as exact_key
    from named
    where partner_name is not null and partner_name_key(partner_name) <> lower(partner_name)
  ), old as materialized (
    select state.end_customer_id, state.source_fact_id, exact_key
    from keyed
    join fact_states state
      on state.end_customer_id = keyed.end_customer_id and state.source_fact_id = keyed.source_fact_id
    where duplicate_key is not null and state <> 'withdrawn' and right(duplicate_key, 64) <> exact_key
    order by state.end_customer_id, state.source_fact_id
    for no key update of state skip locked
  ), renewed as (
    update fact_states state set duplicate_key = left(state.duplicate_key, -64) || exact_key
    from old
    where state.end_customer_id = old.end_customer_id and state.source_fact_id = old.source_fact_id
    returning 1
  )
  select (select source_fact_id from facts order by source_fact_id desc limit 1), (select count(*) from renewed)
$function$;

-- sql/functions/moving/reopen_left.sql
CREATE OR REPLACE FUNCTION public.reopen_left(left_move_id uuid, taken bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  update fences set state = 'open', epoch = taken
  where move_id = left_move_id and side = 'leaving' and state = 'closed' and epoch < taken;
  return found;
end $function$;

-- sql/functions/bank/repeat_findings.sql
CREATE OR REPLACE FUNCTION public.repeat_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  select 'a bank entry stands in a bank statement, unless it repeats another', 'bank entry ' || public_id('cent', entry_id),
    case when repeat_state = 'repeat' then 'in none' else 'in one or more' end,
    case when is_placed then 'in one or more' else 'in none' end
  from (
    select entry_id, repeat_state, exists (
      select from camt053_statement_entries place
      where place.end_customer_id = customer and place.entry_id = entry.entry_id
    ) as is_placed
    from camt053_entries entry where end_customer_id = customer
  ) entry
  where is_placed = (repeat_state is not distinct from 'repeat')
  union all
  select 'a bank entry repeats one of its account, day, amount and direction', 'bank entry ' || public_id('cent', entry.entry_id),
    concat_ws(', ', entry.account, entry.booking_date, entry.amount_minor, entry.currency, entry.credit_debit),
    coalesce(concat_ws(', ', other.account, other.booking_date, other.amount_minor, other.currency, other.credit_debit)
      || case when other.entry_id = entry.entry_id then ', itself' else '' end, 'none')
  from camt053_entries entry
  left join camt053_entries other
    on other.end_customer_id = customer and other.entry_id = entry.possible_repeat_of
  where entry.end_customer_id = customer and entry.possible_repeat_of is not null
    and (entry.entry_id <> other.entry_id and bank_account_of(customer, entry.account) = bank_account_of(customer, other.account)
      and entry.booking_date is not distinct from other.booking_date and entry.amount_minor = other.amount_minor
      and entry.currency = other.currency and entry.credit_debit = other.credit_debit) is not true
  union all
  select 'a place in a bank statement is that of the bank entry that it was brought by, or of its original',
    'place ' || place.position || ' of bank statement ' || place.statement_number || ' of import '
      || public_id('imp', place.import_id),
    coalesce(public_id('cent', case brought.repeat_state
      when 'repeat' then brought.possible_repeat_of else brought.entry_id
    end), 'none'),
    public_id('cent', place.entry_id)
  from camt053_statement_entries place
  left join camt053_entries brought
    on brought.end_customer_id = customer and brought.entry_id = place.brought_entry_id
  where place.end_customer_id = customer and place.brought_entry_id is not null
    and (brought.repeat_state = 'repeat' and brought.possible_repeat_of = place.entry_id) is not true
$function$;

-- sql/functions/standbys/replayed_log.sql
CREATE OR REPLACE FUNCTION public.replayed_log(OUT replayed bigint, OUT timeline integer, OUT is_told boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  replayed := pg_last_wal_replay_lsn() - '0/0'::pg_lsn;
  timeline := (select received_tli from pg_stat_wal_receiver where status = 'streaming');
  is_told := pg_has_role(current_user, 'pg_read_all_stats', 'usage');
end $function$;

-- sql/functions/closings/row_by_code.sql
CREATE OR REPLACE FUNCTION public.row_by_code(account_code text, type_of_account text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce((
    select row_key from (
      select case when account_code ~ '^\d{4,}$' then left(account_code, 4)::integer end as code
    ) coded, (values
    (1000, 1099, 'asset', 'fluessige_mittel'),
    (1100, 1139, 'asset', 'forderungen_ll'),
    (1140, 1199, 'asset', 'uebrige_kurzfristige_forderungen'),
    (1200, 1299, 'asset', 'vorraete'),
    (1300, 1399, 'asset', 'aktive_rechnungsabgrenzungen'),
    (1400, 1479, 'asset', 'finanzanlagen'),
    (1480, 1499, 'asset', 'beteiligungen'),
    (1500, 1699, 'asset', 'sachanlagen'),
    (1700, 1799, 'asset', 'immaterielle_werte'),
    (1800, 1899, 'asset', 'nicht_einbezahltes_kapital'),
    (2000, 2099, 'liability', 'verbindlichkeiten_ll'),
    (2100, 2199, 'liability', 'kurzfristige_verzinsliche_verbindlichkeiten'),
    (2200, 2299, 'liability', 'uebrige_kurzfristige_verbindlichkeiten'),
    (2300, 2399, 'liability', 'passive_rechnungsabgrenzungen'),
    (2400, 2499, 'liability', 'langfristige_verzinsliche_verbindlichkeiten'),
    (2500, 2599, 'liability', 'uebrige_langfristige_verbindlichkeiten'),
    (2600, 2699, 'liability', 'rueckstellungen'),
    (2800, 2830, 'equity', 'grundkapital'),
    (2831, 2831, 'equity', 'jahresgewinn_jahresverlust'),
    (2832, 2880, 'equity', 'grundkapital'),
    (2881, 2881, 'equity', 'jahresgewinn_jahresverlust'),
    (2882, 2890, 'equity', 'grundkapital'),
    (2891, 2891, 'equity', 'jahresgewinn_jahresverlust'),
    (2892, 2899, 'equity', 'grundkapital'),
    (2900, 2929, 'equity', 'gesetzliche_kapitalreserve'),
    (2930, 2959, 'equity', 'gesetzliche_gewinnreserve'),
    (2960, 2969, 'equity', 'freiwillige_gewinnreserven'),
    (2970, 2978, 'equity', 'gewinnvortrag_verlustvortrag'),
    (2979, 2979, 'equity', 'jahresgewinn_jahresverlust'),
    (2980, 2989, 'equity', 'eigene_kapitalanteile'),
    (2990, 2990, 'equity', 'gewinnvortrag_verlustvortrag'),
    (2991, 2991, 'equity', 'jahresgewinn_jahresverlust'),
    (9000, 9999, 'closing', 'abschluss_hilfskonten'),
    (3000, 3899, 'revenue', 'nettoerloese'),
    (3000, 3899, 'expense', 'nettoerloese'),
    (3900, 3999, 'revenue', 'bestandesaenderungen'),
    (3900, 3999, 'expense', 'bestandesaenderungen'),
    (4000, 4999, 'revenue', 'materialaufwand'),
    (4000, 4999, 'expense', 'materialaufwand'),
    (5000, 5999, 'revenue', 'personalaufwand'),
    (5000, 5999, 'expense', 'personalaufwand'),
    (6000, 6799, 'revenue', 'uebriger_betrieblicher_aufwand'),
    (6000, 6799, 'expense', 'uebriger_betrieblicher_aufwand'),
    (6800, 6899, 'revenue', 'abschreibungen_wertberichtigungen'),
    (6800, 6899, 'expense', 'abschreibungen_wertberichtigungen'),
    (6900, 6999, 'revenue', 'finanzertrag'),
    (6900, 6999, 'expense', 'finanzaufwand'),
    (7000, 7009, 'revenue', 'nebenertrag'),
    (7000, 7009, 'expense', 'nebenertrag'),
    (7010, 7499, 'revenue', 'nebenertrag'),
    (7010, 7499, 'expense', 'nebenaufwand'),
    (7500, 7509, 'revenue', 'nebenertrag'),
    (7500, 7509, 'expense', 'nebenertrag'),
    (7510, 7899, 'revenue', 'nebenertrag'),
    (7510, 7899, 'expense', 'nebenaufwand'),
    (7900, 7999, 'revenue', 'nebenertrag'),
    (7900, 7999, 'expense', 'nebenertrag'),
    (8000, 8099, 'revenue', 'betriebsfremder_aufwand'),
    (8000, 8099, 'expense', 'betriebsfremder_aufwand'),
    (8100, 8199, 'revenue', 'betriebsfremder_ertrag'),
    (8100, 8199, 'expense', 'betriebsfremder_ertrag'),
    (8200, 8499, 'revenue', 'betriebsfremder_ertrag'),
    (8200, 8499, 'expense', 'betriebsfremder_aufwand'),
    (8500, 8509, 'revenue', 'ausserordentlicher_aufwand'),
    (8500, 8509, 'expense', 'ausserordentlicher_aufwand'),
    (8510, 8599, 'revenue', 'ausserordentlicher_ertrag'),
    (8510, 8599, 'expense', 'ausserordentlicher_ertrag'),
    (8600, 8609, 'revenue', 'ausserordentlicher_aufwand'),
    (8600, 8609, 'expense', 'ausserordentlicher_aufwand'),
    (8610, 8699, 'revenue', 'ausserordentlicher_ertrag'),
    (8610, 8699, 'expense', 'ausserordentlicher_ertrag'),
    (8700, 8709, 'revenue', 'ausserordentlicher_aufwand'),
    (8700, 8709, 'expense', 'ausserordentlicher_aufwand'),
    (8710, 8799, 'revenue', 'ausserordentlicher_ertrag'),
    (8710, 8799, 'expense', 'ausserordentlicher_ertrag'),
    (8800, 8899, 'revenue', 'ausserordentlicher_ertrag'),
    (8800, 8899, 'expense', 'ausserordentlicher_aufwand'),
    (8900, 8999, 'revenue', 'direkte_steuern'),
    (8900, 8999, 'expense', 'direkte_steuern')
    ) code_range (from_code, to_code, account_type, row_key)
    where account_type = type_of_account and code between from_code and to_code
  ), case type_of_account
    when 'asset' then 'nicht_zugeordnete_aktiven'
    when 'liability' then 'nicht_zugeordnete_passiven'
    when 'equity' then 'nicht_zugeordnete_passiven'
    when 'closing' then 'abschluss_hilfskonten'
    else 'nicht_zugeordnete_erfolgskonten'
  end)
$function$;

-- sql/functions/bank-rules/rule_booking_findings.sql
CREATE OR REPLACE FUNCTION public.rule_booking_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  select 'the voucher of a rule names its version and books its bank entry',
    'booking ' || public_id('brbook', booking_id) || ' of rule ' || public_id('brule', booking.rule_id),
    public_id('brule', booking.rule_id) || ' version ' || booking.version || ': ' || public_id('cent', booking.entry_id)
      || ', ' || coalesce(entry.amount_minor || ' ' || entry.currency, 'no bank entry')
      || case when version.version is null then ', no such version' else '' end,
    coalesce(
      fact.external_reference || ', ' || (fact.request #>> '{payload,bank_entries,0,amount,amount_minor}')
        || ' ' || (fact.request #>> '{payload,bank_entries,0,amount,currency}'),
      'no voucher'
    )
  from bank_rule_bookings booking
  left join bank_rule_versions version
    on version.end_customer_id = customer and version.rule_id = booking.rule_id and version.version = booking.version
  left join camt053_entries entry on entry.end_customer_id = customer and entry.entry_id = booking.entry_id
  left join source_facts fact
    on fact.source_fact_id = booking.source_fact_id and fact.end_customer_id is not distinct from customer
  where booking.end_customer_id = customer and (
    version.version is null or entry.entry_id is null or fact.source_fact_id is null
    or fact.source_system <> 'bank_rules' or fact.fact_type <> 'journal_voucher'
    or fact.external_reference <> public_id('brule', booking.rule_id) || ' version ' || booking.version || ': '
      || public_id('cent', booking.entry_id)
    or jsonb_array_length(fact.request #> '{payload,bank_entries}') is distinct from 1
    or fact.request #>> '{payload,bank_entries,0,entry_id}' is distinct from public_id('cent', booking.entry_id)
    or fact.request #>> '{payload,bank_entries,0,amount,amount_minor}' is distinct from entry.amount_minor::text
    or fact.request #>> '{payload,bank_entries,0,amount,currency}' is distinct from entry.currency
  )
  union all
  select 'a bank entry has one voucher of a rule at a time', 'bank entry ' || public_id('cent', booking.entry_id), '1',
    count(*)::text
  from bank_rule_bookings booking
  join fact_states fact using (end_customer_id, source_fact_id)
  where booking.end_customer_id = customer and fact.state in ('received', 'blocked', 'posted')
  group by booking.entry_id
  having count(*) > 1
$function$;

-- sql/functions/open-item-moves/settle_empty_credit.sql
CREATE OR REPLACE FUNCTION public.settle_empty_credit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.state := state_of_item(new.open_amount_minor);
  return new;
end $function$;

-- sql/functions/vat/settled_tax_of_item.sql
CREATE OR REPLACE FUNCTION public.settled_tax_of_item(customer uuid, item_id uuid, with_due boolean)
 RETURNS TABLE(open_item_id uuid, amount_minor bigint, closed_minor bigint, moves bigint, journal_entry_id uuid, line_number smallint, account_code text, record jsonb, is_due boolean, consideration text, transferred_on date, settled_base_minor numeric, settled_tax_minor numeric, settled_book_base_minor numeric, settled_book_tax_minor numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select item.open_item_id, item.amount_minor, -moved.amount_minor, moved.moves, item.journal_entry_id, line.line_number,
    line.account_code,
    line.tax - '{vat_period,tax_date}'::text[]
      || jsonb_build_object('base_minor', whole.base_minor::text, 'tax_minor', whole.tax_minor::text),
    line.is_due, settled.consideration, settled.transferred_on,
    settled.base_minor + due.base_minor, settled.tax_minor + due.tax_minor,
    settled.book_base_minor + due.base_minor, settled.book_tax_minor + due.tax_minor
  from (
    -- sql.md: lateral limit 1
    select open_item_id, amount_minor, journal_entry_id, entry_number, line_number from open_items
    where end_customer_id = customer and open_item_id = item_id and kind in ('receivable', 'payable')
    limit 1
  ) item
  -- sql.md: lateral in order
  cross join lateral (
    (
      select taxed.line_number, taxed.account_code, taxed.tax, not taxed.tax ? 'kind' as is_due, 0 as record_number
      from journal_lines taxed
      where taxed.end_customer_id = customer and taxed.entry_number = item.entry_number
        and (taxed.tax ->> 'kind' = 'not_due' or not taxed.tax ? 'kind' and taxed.tax ->> 'direction' in (
          'output', 'output_reduction', 'turnover_without_tax', 'acquisition', 'input_material', 'input_operating'
        ))
      order by taxed.line_number
    )
    union all
    select number, account_code, record || jsonb_build_object('record_number', record_number), false, record_number
    from tax_taken_over(customer, item.entry_number, item.line_number) taken_over (number, record_number, account_code, record)
    union all
    select number, account_code, record || jsonb_build_object('record_number', record_number), true, record_number
    from transferred_memos(customer, item.open_item_id) memo (number, record_number, account_code, record)
    order by 1, 5
  ) line
  cross join lateral (
    select coalesce(sum(change.amount_minor), 0)::bigint as amount_minor,
      count(*) filter (where change.amount_minor <> 0) as moves,
      coalesce(array_agg(distinct entry_number), '{}') as entries
    from open_item_changes change
    where change.end_customer_id = customer and change.open_item_id = item.open_item_id
  ) moved
  cross join lateral (
    select
      coalesce(sum((coalesce(due -> 'document', due) ->> 'base_minor')::numeric) filter (where is_settled), 0) as base_minor,
      coalesce(sum((coalesce(due -> 'document', due) ->> 'tax_minor')::numeric) filter (where is_settled), 0) as tax_minor,
      coalesce(sum(side * (due ->> 'base_minor')::numeric), 0) as book_base_minor,
      coalesce(sum(side * (due ->> 'tax_minor')::numeric), 0) as book_tax_minor,
      (array_agg(due ->> 'consideration' order by paid.entry_number desc) filter (where due ? 'consideration'))[1]
        as consideration,
      (array_agg(coalesce((due ->> 'tax_date')::date, paid.posting_date) order by paid.entry_number desc)
        filter (where due ? 'consideration'))[1] as transferred_on,
      (array_agg(due -> 'whole' order by paid.entry_number) filter (where due ? 'whole'))[1] as whole
    from unnest(moved.entries) as entry (number)
    -- sql.md: lateral in order
    cross join lateral (
      select entry_number, posting_date, tax_due from journal_lines
      where end_customer_id = customer and entry_number = entry.number and tax_due is not null
      order by line_number
    ) paid
    cross join lateral jsonb_array_elements(paid.tax_due) due
    cross join lateral (select due ->> 'kind' <> 'not_due' as is_settled) told
    cross join lateral (select case when is_settled then 1 else -1 end as side) signed
    where due #>> '{declares,journal_entry_id}' = item.journal_entry_id::text
      and (due #>> '{declares,line_number}')::integer = line.line_number
      and coalesce((due #>> '{declares,record_number}')::integer, 0) = line.record_number
  ) settled
  cross join lateral (
    select (coalesce(settled.whole, line.tax) ->> 'base_minor')::numeric as base_minor,
      (coalesce(settled.whole, line.tax) ->> 'tax_minor')::numeric as tax_minor
  ) whole
  cross join lateral (
    select case when line.is_due then whole.base_minor else 0 end as base_minor,
      case when line.is_due then whole.tax_minor else 0 end as tax_minor
  ) due
  where not line.is_due or settled.consideration is not null or with_due and has_tax_of_item(customer, item.open_item_id)
$function$;

-- sql/functions/open-items-of-a-day/span_day.sql
CREATE OR REPLACE FUNCTION public.span_day(first_day date, end_day date)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  last_number integer := end_day - date '0001-01-01';
  -- Those bits are set that differ between the last day and the day before the first.
  bits integer := (first_day - date '0001-01-01') # last_number;
begin
  if first_day >= end_day then
    return null;
  end if;
  -- All bits below the highest one are set too, and then no day's bits are kept but those from the highest one on.
  bits := bits | (bits >> 1);
  bits := bits | (bits >> 2);
  bits := bits | (bits >> 4);
  bits := bits | (bits >> 8);
  bits := bits | (bits >> 16);
  return last_number & ~(bits >> 1);
end $function$;

-- sql/functions/open-items-of-a-day/span_days.sql
CREATE OR REPLACE FUNCTION public.span_days(day date)
 RETURNS SETOF integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select ((day_number >> (power + 1)) << (power + 1)) + (1 << power)
  from (select day - date '0001-01-01' + 1 as day_number) numbered, generate_series(0, 21) power
$function$;

-- sql/functions/open-items-of-a-day/spans_of_items.sql
CREATE OR REPLACE FUNCTION public.spans_of_items(customer uuid, items uuid[])
 RETURNS TABLE(open_item_id uuid, used_from date, closed_on date, rest_from date, rest_minor bigint, rest_base_minor bigint)
 LANGUAGE sql
 STABLE
AS $function$
  with days as (
    select moved.open_item_id, posting_date, min(posting_date) filter (where is_use) as used_on,
      sum(sum(amount_minor)) over item_by_day as amount_minor,
      sum(sum(base_amount_minor)) over item_by_day as base_amount_minor,
      lead(posting_date) over item_by_day as next_day
    from (
      select item.open_item_id, posting_date, amount_minor, base_amount_minor, false as is_use
      from unnest(items) wanted
      join open_items item on item.end_customer_id = customer and item.open_item_id = wanted
      union all
      select change.open_item_id, posting_date, amount_minor, base_amount_minor, true
      from unnest(items) wanted
      join open_item_changes change on change.end_customer_id = customer and change.open_item_id = wanted
    ) moved
    group by moved.open_item_id, posting_date
    window item_by_day as (partition by moved.open_item_id order by posting_date)
  ), ends as (
    select distinct on (days.open_item_id) days.open_item_id, posting_date, next_day, amount_minor, base_amount_minor,
      amount_minor <> 0 or base_amount_minor <> 0 as is_open,
      min(used_on) over (partition by days.open_item_id) as used_from
    from days
    -- The last day with something open; without any, the first day.
    order by days.open_item_id, amount_minor <> 0 or base_amount_minor <> 0 desc,
      case when amount_minor <> 0 or base_amount_minor <> 0 then posting_date end desc, posting_date
  )
  select ends.open_item_id, used_from, case when is_open then next_day else posting_date end,
    -- An item that was used once is as it was opened until it is closed.
    rest.rest_from, rest.rest_minor, rest.rest_base_minor
  from ends
  left join lateral (
    select posting_date as rest_from, amount_minor::bigint as rest_minor, base_amount_minor::bigint as rest_base_minor
    where is_open and posting_date >= used_from
  ) rest on true
$function$;

-- sql/functions/open-item-spans/spans_open_on.sql
CREATE OR REPLACE FUNCTION public.spans_open_on(customer uuid, day date)
 RETURNS TABLE(open_item_id uuid, group_id uuid, due_on date, open_minor bigint, base_open_minor bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select stood.open_item_id, stood.group_id, stood.due_on, stood.open_minor, stood.base_open_minor
  from (
    select open_item_id, group_id, due_on,
      coalesce(open_amount_on(day, used_from, amount_minor, rest_from, rest_minor),
        moved_amount(customer, open_item_id, day, false)) as open_minor,
      coalesce(open_amount_on(day, used_from, base_amount_minor, rest_from, rest_base_minor),
        moved_amount(customer, open_item_id, day, true)) as base_open_minor
    from open_item_spans
    where end_customer_id = customer and closed_on is null and first_day <= day
      -- Spans with an earlier span_day have begun on that day already; spans with a later one are not over before it.
      or customer = end_customer_id and closed_on is not null and closed_on > day and span_day = any(array(
        select node from span_days(day) node where node <= day - date '0001-01-01' + 1
      ))
      or end_customer_id = coalesce(customer, customer) and closed_on is not null and first_day <= day
        and span_day = any(array(
          select node from span_days(day) node where node > day - date '0001-01-01' + 1
        ))
    offset 0
  ) stood
  where open_minor <> 0 or base_open_minor <> 0
$function$;

-- sql/functions/open-item-moves/state_of_item.sql
CREATE OR REPLACE FUNCTION public.state_of_item(open_minor bigint)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when open_minor = 0 then 'settled' else 'open' end
$function$;

-- sql/functions/bank-entries/stated_day.sql
CREATE OR REPLACE FUNCTION public.stated_day(value_day text, figures jsonb, created text)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  select case
      when valid_day(value_day) is not null then greatest(least(valid_day(value_day), ends_on), begins_on)
      else coalesce(ends_on, file_day(figures ->> 'created'), file_day(created))
    end
  from (
    select ends_on,
      coalesce(file_day(figures ->> 'from'), case when opened_on < ends_on then opened_on + 1 else opened_on end) as begins_on
    from (
      select valid_day(figures #>> '{opening,date}') as opened_on,
        coalesce(
          valid_day(figures #>> '{closing,date}'), file_day(figures ->> 'to'), valid_day(figures ->> 'last_day')
        ) as ends_on
    ) said
  ) statement
$function$;

-- sql/functions/bank-entries/stated_day_of.sql
CREATE OR REPLACE FUNCTION public.stated_day_of(customer uuid, bank_entry uuid)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  select stated_day(undated.entry ->> 'value_date', coalesce(brought.figures, '{}'), statement_import.message ->> 'created')
  from camt053_entries undated
  left join camt053_imports statement_import
    on statement_import.end_customer_id = customer and statement_import.import_id = undated.import_id
  left join lateral (
    select statement.figures
    from camt053_statement_entries place
    join camt053_statements statement
      on statement.end_customer_id = customer and statement.import_id = place.import_id
      and statement.statement_number = place.statement_number
    -- A repeat has given its place to the bank entry that it repeats.
    where place.end_customer_id = customer and place.entry_id = any(array[undated.entry_id, undated.possible_repeat_of])
      and place.import_id = undated.import_id and coalesce(place.brought_entry_id, place.entry_id) = undated.entry_id
    order by place.statement_number, place.position
    limit 1
  ) brought on true
  where undated.end_customer_id = customer and undated.entry_id = bank_entry
$function$;

-- sql/functions/closings/statements_by_code.sql
CREATE OR REPLACE FUNCTION public.statements_by_code(customer uuid, year_to_keep text)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  with year as (
    select fiscal_year_id, start_date, end_date from fiscal_years
    where end_customer_id = customer and fiscal_year_id = year_to_keep
  ), buckets as (
    select row_number() over (order by start_date)::integer - 1 as bucket, fiscal_year_id, start_date, end_date
    from (
      select earlier.fiscal_year_id, earlier.start_date, earlier.end_date
      from fiscal_years earlier cross join year
      where earlier.end_customer_id = customer and earlier.start_date < year.start_date
      union all
      select fiscal_year_id, greatest(month::date, start_date), least((month + interval '1 month')::date - 1, end_date)
      from year
      cross join lateral
        generate_series(date_trunc('month', start_date::timestamp), end_date::timestamp, interval '1 month') month
    ) part
  ), activity as (
    select account_code, period_start, entry_type, debit_minor, credit_minor
    from account_period_totals where end_customer_id = customer
    union all
    select account_code, period_start, entry_type, debit_minor, credit_minor
    from statement_watermarks watermark
    join ledger_heads using (end_customer_id)
    cross join lateral lines_between(customer, watermark.entry_number, last_entry_number)
    where end_customer_id = customer
  ), sums as (
    select account_code, bucket, entry_type, sum(debit_minor) as debit_minor, sum(credit_minor) as credit_minor
    from activity join buckets on period_start between start_date and end_date
    group by account_code, bucket, entry_type
  ), kept_accounts as (
    select sums.account_code, named.account_name, account_type,
      coalesce(mapped.or_row, row_by_code(sums.account_code, account_type)) as or_row, mapped.or_function_row,
      jsonb_agg(jsonb_build_array(bucket, entry_type, debit_minor::text, credit_minor::text)
        order by bucket, entry_type) as sums
    from sums
    join accounts on accounts.end_customer_id = customer and accounts.account_code = sums.account_code
    cross join year
    cross join lateral (
      select account_name from chart_accounts chart
      where chart.end_customer_id = customer and chart.account_code = sums.account_code
      order by valid_from <= end_date desc, abs(valid_from - end_date)
      limit 1
    ) named
    cross join lateral (
      select max(substr(mapping_key, 4)) filter (where mapping_key not like 'or.af\_%') as or_row,
        max(substr(mapping_key, 4)) filter (where mapping_key like 'or.af\_%') as or_function_row
      from account_mappings mapping
      where mapping.end_customer_id = customer and mapping.account_code = sums.account_code
        and mapping_key like 'or.%' and valid_from <= end_date and (valid_to is null or valid_to >= end_date)
    ) mapped
    group by sums.account_code, named.account_name, account_type, mapped.or_row, mapped.or_function_row
  )
  select jsonb_build_object(
    'ledger', (
      select jsonb_build_object('name', name, 'base_currency', base_currency, 'locale', locale, 'legal_form', legal_form)
      from end_customers where end_customer_id = customer
    ),
    'buckets', (
      select jsonb_agg(jsonb_build_object(
        'fiscal_year_id', fiscal_year_id, 'start_date', start_date, 'end_date', end_date
      ) order by bucket) from buckets
    ),
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'account_code', account_code, 'account_name', account_name, 'account_type', account_type, 'or_row', or_row,
        'or_function_row', or_function_row, 'sums', sums
      ) order by account_code), '[]') from kept_accounts
    ),
    'sheets', null,
    'recorded', '[]'::jsonb
  )::text
$function$;

-- sql/functions/statements/sums_between.sql
CREATE OR REPLACE FUNCTION public.sums_between(customer uuid, after bigint, through bigint)
 RETURNS TABLE(account_code text, period_start date, entry_type text, debit_minor numeric, credit_minor numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select line.account_code,
    greatest(date_trunc('month', entry.posting_date::timestamp)::date, years.start_dates[width_bucket(entry.posting_date, years.start_dates)])
      as period_start,
    entry.entry_type, sum(line.debit_minor), sum(line.credit_minor)
  from journal_entries entry
  cross join (
    select array(
      select start_date from fiscal_years where fiscal_years.end_customer_id = customer order by start_date
    ) as start_dates
  ) years
  cross join lateral (
    select account_code, debit_minor, credit_minor from journal_lines
    where journal_lines.end_customer_id = customer and journal_lines.entry_number = entry.entry_number
    order by line_number
  ) line
  where entry.end_customer_id = customer and entry.entry_number > after and entry.entry_number <= through
  group by 1, 2, 3
$function$;

-- sql/functions/statements/sums_of_related_partners.sql
CREATE OR REPLACE FUNCTION public.sums_of_related_partners(customer uuid, starts date[], end_date date, as_of bigint)
 RETURNS TABLE(account_code text, partner_key text, partner_reference text, partner_name text, relation_ids text[], bucket integer, base_minor numeric)
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
  with related as materialized (
    select account_code, partner_key, max(partner_reference) as partner_reference, max(partner_name) as partner_name,
      array_agg(partner_relation_id::text) as relation_ids
    from partners_of_relations(customer, as_of)
    group by account_code, partner_key
  ), folded as (
    select case when partner_entry_number <= as_of then partner_entry_number else 0 end as through
    from statement_watermarks where end_customer_id = customer
  ), sums as (
    select related.account_code, related.partner_key, totals.period_start, totals.base_minor
    from related
    -- sql.md: lateral in order
    cross join lateral (
      select period_start, base_minor from partner_period_totals
      where end_customer_id = customer and account_code = related.account_code and partner_key = related.partner_key
      order by period_start
    ) totals
    where (select through from folded) > 0
    union all
    select behind.account_code, behind.partner_key, behind.period_start, behind.base_minor
    from folded
    cross join lateral partner_sums_between(customer, folded.through, as_of) behind
    where exists (select from related)
  )
  select sums.account_code, sums.partner_key, related.partner_reference, related.partner_name, related.relation_ids,
    -- sql.md: buckets
    width_bucket(sums.period_start, starts) - 1, sum(sums.base_minor)
  from sums join related using (account_code, partner_key)
  where period_start <= end_date
  group by 1, 2, 3, 4, 5, 6
  having sum(sums.base_minor) <> 0
  order by 1, 2, 6;
end $function$;

-- sql/functions/moving/take_over_left_move.sql
CREATE OR REPLACE FUNCTION public.take_over_left_move(left_move_id uuid)
 RETURNS TABLE(taken bigint, found_state text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not pg_try_advisory_xact_lock(7283006, hashtext(left_move_id::text)) then
    return;
  end if;
  return query
  update moves left_one
  set epoch = left_one.epoch + 1,
    state = case when left_one.state in ('closing', 'closed') then 'fenced' else left_one.state end
  where left_one.move_id = left_move_id and left_one.state not in ('cleaned', 'taken_back')
  returning left_one.epoch, left_one.state;
end $function$;

-- sql/functions/bank-returns/take_payment_back.sql
CREATE OR REPLACE FUNCTION public.take_payment_back(customer uuid, by_entry uuid, bank_account text, money text, minor bigint, identification text, references_given text[], payer text, missing text[])
 RETURNS SETOF uuid
 LANGUAGE sql
AS $function$
  with candidates as (
    -- Null where one of the two does not say.
    select payment_id, identified.identification = take_payment_back.identification as same_identification,
      case when payment_references <> '{}' and references_given <> '{}' then payment_references && references_given end
        as same_reference,
      partner_name_key(debtor_name) = partner_name_key(payer) as same_payer
    from payments
    cross join lateral (
      -- As realReference has it.
      select case when written <> all(missing) and written ~ '[1-9A-Z]' then written end as identification
      from upper(regexp_replace(end_to_end_id, '[[:space:]]', '', 'g')) written
    ) identified
    where end_customer_id = customer and account = any(bank_account_names(customer, bank_account)) and currency = money
      and amount_minor = minor and returned_by is null and superseded_by is null
  ), possible as (
    select payment_id, coalesce(same_identification or same_reference, false) as is_named, same_payer
    from candidates
    where same_identification is not false and same_reference is not false
      and (same_identification or same_reference or same_payer is not false)
  )
  update payments set returned_by = by_entry, open_amount_minor = 0
  where end_customer_id = customer and payment_id = (
    select payment_id from possible
    where is_named or same_payer or (select count(*) = 1 from possible)
    order by is_named desc, same_payer desc nulls last, payment_id desc
    limit 1
  )
  returning payment_id
$function$;

-- sql/functions/vat/records/taken_over_findings.sql
CREATE OR REPLACE FUNCTION public.taken_over_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  with items as (
    select open_item_id, item.kind, payment_id, item.entry_number, item.line_number, tax_lines, amount_minor, base_amount_minor,
      item.document_date,
      tax_due @? '$[*] ? (@.kind == "taken_over")' as has_records, (
        select consideration from vat_registration_changes
        where end_customer_id = customer and valid_from <= item.posting_date
        order by valid_from desc, change_number desc
        limit 1
      ) as consideration
    from open_items item
    join journal_lines line
      on line.end_customer_id = customer and line.entry_number = item.entry_number and line.line_number = item.line_number
    where item.end_customer_id = customer and (jsonb_typeof(item.tax_lines) = 'array' or line.tax_due is not null)
  ), memos as (
    select open_item_id, row_number() over (partition by open_item_id order by position) as number, tax_code,
      case when is_reduction then -net_minor else net_minor end as net_minor,
      case when is_reduction then -tax_minor else tax_minor end as tax_minor,
      coalesce(line #>> '{supply_period,to}', line ->> 'supply_date', to_char(document_date, 'YYYY-MM-DD'))
        || coalesce(' from ' || (line #>> '{supply_period,from}'), '') as supplied
    from items
    cross join lateral jsonb_array_elements(case jsonb_typeof(tax_lines) when 'array' then tax_lines end)
      with ordinality as stated (line, position)
    cross join lateral (
      select line ->> 'tax_code' as tax_code, line ->> 'tax_code' like 'VS%' as is_reduction,
        (line #>> '{net_amount,amount_minor}')::numeric as net_minor,
        (line #>> '{tax_amount,amount_minor}')::numeric as tax_minor
    ) memo
    where line -> 'declared' = 'false' and tax_code <> 'NONE'
      and (has_records or consideration = 'received' and tax_code like 'V%')
  ), records as (
    select open_item_id, row_number() over (partition by open_item_id order by record_number) as number,
      record ->> 'tax_code' as tax_code, record ? 'activity_id' or record ->> 'form_figure' is null as is_gross,
      (record ->> 'rate_bp')::numeric as rate_bp,
      (coalesce(record -> 'document', record) ->> 'base_minor')::numeric as base_minor,
      (coalesce(record -> 'document', record) ->> 'tax_minor')::numeric as tax_minor,
      (record ->> 'supply_date') || coalesce(' from ' || (record #>> '{supply_period,from}'), '') as supplied
    from items
    cross join lateral tax_taken_over(customer, items.entry_number, items.line_number)
  )
  select 'tax that is taken over with an item is that of its memo',
    open_item_name(kind, open_item_id, payment_id) || ', tax line ' || number,
    coalesce(memos.tax_code || ' ' || base.expected_minor || ', tax ' || tax.expected_minor || ', ' || memos.supplied, 'none'),
    coalesce(records.tax_code || ' ' || records.base_minor || ', tax ' || records.tax_minor || ', ' || records.supplied, 'none')
  from memos
  full join records using (open_item_id, number)
  join items using (open_item_id)
  cross join lateral (select case when is_gross then net_minor + memos.tax_minor else net_minor end as expected_minor) base
  cross join lateral (select case when is_gross then 0 else memos.tax_minor end as expected_minor) tax
  where memos.tax_code is distinct from records.tax_code or memos.supplied is distinct from records.supplied
    or tax.expected_minor is distinct from records.tax_minor
    or abs(records.base_minor) < abs(base.expected_minor) or records.base_minor * base.expected_minor < 0
    or records.base_minor <> base.expected_minor and abs(memos.tax_minor) - round(abs(net_minor) * rate_bp / 10000) <= 5
  union all
  select 'tax that was declared before its item was taken over is that of its memo',
    open_item_name(kind, open_item_id, payment_id) || ', tax line ' || record_number,
    coalesce(memo ->> 'tax_code' || ' ' || base.expected_minor || ', tax ' || tax.expected_minor || ', ' || stated.supplied, 'none'),
    record.tax_code || ' ' || record.base_minor || ', tax ' || record.tax_minor || ', ' || record.supplied
  from items
  cross join lateral (
    select number as record_number, record ->> 'tax_code' as tax_code,
      record ? 'activity_id' or record ->> 'form_figure' is null as is_gross, (record ->> 'rate_bp')::numeric as rate_bp,
      abs((transferred.record ->> 'base_minor')::numeric) as base_minor, abs((transferred.record ->> 'tax_minor')::numeric) as tax_minor,
      (transferred.record ->> 'supply_date') || coalesce(' from ' || (transferred.record #>> '{supply_period,from}'), '') as supplied,
      items.tax_lines -> (number - 1) as memo
    from transferred_memos(customer, open_item_id) transferred (line_number, number, account_code, record)
  ) record
  -- In the books, at the value that was taken over.
  cross join lateral (
    select round(abs((memo #>> '{net_amount,amount_minor}')::numeric * base_amount_minor / amount_minor)) as net_minor,
      round(abs((memo #>> '{tax_amount,amount_minor}')::numeric * base_amount_minor / amount_minor)) as tax_minor,
      case when base_amount_minor = amount_minor then 0 else 1 end as tolerance,
      coalesce(memo #>> '{supply_period,to}', memo ->> 'supply_date', to_char(document_date, 'YYYY-MM-DD'))
        || coalesce(' from ' || (memo #>> '{supply_period,from}'), '') as supplied
  ) stated
  cross join lateral (
    select case when is_gross then stated.net_minor + stated.tax_minor else stated.net_minor end as expected_minor
  ) base
  cross join lateral (select case when is_gross then 0 else stated.tax_minor end as expected_minor) tax
  where record.tax_code is distinct from memo ->> 'tax_code' or record.supplied is distinct from stated.supplied
    or memo -> 'declared' = 'false'
    or abs(record.tax_minor - tax.expected_minor) > tolerance or record.base_minor - base.expected_minor < -tolerance
    or record.base_minor - base.expected_minor > tolerance and stated.tax_minor - round(stated.net_minor * rate_bp / 10000) <= 5
$function$;

-- sql/functions/vat/tax_account_sums.sql
CREATE OR REPLACE FUNCTION public.tax_account_sums(customer uuid, from_date date, to_date date, through bigint)
 RETURNS TABLE(account_code text, recorded_minor numeric, has_tax boolean)
 LANGUAGE sql
 STABLE
AS $function$
  with folded as materialized (
    select case when tax_account_entry_number <= through then tax_account_entry_number else 0 end as entry_number
    from statement_watermarks where end_customer_id = customer
  ), found as (
    select total.account_code, total.recorded_minor, total.taxed_lines > 0 as has_tax
    from folded
    join tax_account_totals total on total.end_customer_id = customer and period_start between from_date and to_date
    where folded.entry_number > 0
    union all
    select line.account_code, line.recorded_minor, line.has_tax
    from folded
    -- sql.md: offset 0. With the days an index of them would be read for each day of each account.
    cross join lateral (
      select behind.account_code, posting_date, behind.recorded_minor, behind.has_tax
      from taxed_lines_between(customer, folded.entry_number, through) behind
      offset 0
    ) line
    where posting_date between from_date and to_date
  )
  select found.account_code, sum(found.recorded_minor), bool_or(found.has_tax)
  from found
  group by 1
  order by 1
$function$;

-- sql/functions/vat/records/tax_by_rate.sql
CREATE OR REPLACE FUNCTION public.tax_by_rate(customer uuid, item_id uuid)
 RETURNS TABLE(rate_bp integer, net_rate_bp integer, activity_id text, minor numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select (tax ->> 'rate_bp')::integer, (tax ->> 'net_rate_bp')::integer, tax ->> 'activity_id',
    sum(case when tax ->> 'direction' = 'output_reduction' then -1 else 1 end
      * (case when tax ? 'net_rate_bp' then tax ->> 'base_minor' else tax ->> 'tax_minor' end)::numeric)
      * item.amount_minor / nullif(item.base_amount_minor, 0)
  from open_items item
  join journal_entries entry on entry.end_customer_id = item.end_customer_id and entry.entry_number = item.entry_number
  join journal_lines line on line.end_customer_id = item.end_customer_id and line.entry_number = item.entry_number
  where item.end_customer_id = customer and item.open_item_id = item_id
    and entry.source_type in ('customer_invoice', 'expense_document')
    and tax ->> 'direction' in ('output', 'output_reduction', 'input_material', 'input_operating')
  group by 1, 2, 3, item.amount_minor, item.base_amount_minor
$function$;

-- sql/functions/vat/tax_due_findings.sql
CREATE OR REPLACE FUNCTION public.tax_due_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  with tax as materialized (
    select settled.open_item_id, settled.amount_minor,
      case when settled.consideration = 'agreed' then settled.amount_minor else settled.closed_minor end as closed_minor,
      moves, settled.line_number, record, settled_base_minor, settled_tax_minor, settled_book_base_minor, settled_book_tax_minor
    from open_items item
    cross join lateral settled_tax_of_item(customer, item.open_item_id, false) settled
    where item.end_customer_id = customer and item.state <> 'reversed' and exists (
      select from vat_registration_changes
      where vat_registration_changes.end_customer_id = customer and consideration = 'received'
    )
  ), shares as (
    select open_item_id, line_number, name, whole_minor * closed_minor / amount_minor as share_minor, settled_minor,
      case when closed_minor in (0, amount_minor) then 0 else moves end as tolerance
    from tax
    cross join lateral (
      values ('base', (coalesce(record -> 'document', record) ->> 'base_minor')::numeric, settled_base_minor),
        ('tax', (coalesce(record -> 'document', record) ->> 'tax_minor')::numeric, settled_tax_minor),
        ('base in the books', (record ->> 'base_minor')::numeric, settled_book_base_minor),
        ('tax in the books', (record ->> 'tax_minor')::numeric, settled_book_tax_minor)
    ) amount (name, whole_minor, settled_minor)
  )
  select 'tax that payments have settled is the share of what is paid',
    open_item_name(item.kind, item.open_item_id, item.payment_id) || ', line ' || shares.line_number || ', ' || name,
    round(share_minor)::text, settled_minor::text
  from shares
  join open_items item on item.end_customer_id = customer and item.open_item_id = shares.open_item_id
  where abs(share_minor - settled_minor) > tolerance
  union all
  select 'tax that a line makes due is that of an item which the entry has moved',
    'entry ' || line.entry_number || ', line ' || line.line_number, 'a line with tax that is not due',
    public_id('je', (due #>> '{declares,journal_entry_id}')::uuid)
  from journal_lines line
  cross join lateral jsonb_array_elements(line.tax_due) due
  where line.end_customer_id = customer and line.tax_due is not null and due ->> 'kind' <> 'taken_over' and not exists (
    select from open_items item
    join open_item_changes change
      on change.end_customer_id = customer and change.open_item_id = item.open_item_id
      and change.entry_number = line.entry_number
    join journal_lines original on original.end_customer_id = customer and original.entry_number = item.entry_number
    where item.end_customer_id = customer and item.journal_entry_id::text = due #>> '{declares,journal_entry_id}'
      and original.line_number = (due #>> '{declares,line_number}')::integer
      -- Tax that says that it is due was declared with money: no payment declares it, and no change of consideration takes it back.
      and case when due #> '{declares,record_number}' is null then coalesce(original.tax ->> 'kind', 'not_due') = 'not_due'
        else original.tax_due #>> array[((due #>> '{declares,record_number}')::integer - 1)::text, 'kind'] = 'taken_over'
          or due #>> '{declares,record_number}' in (select record_number::text from transferred_memos(customer, item.open_item_id)) end
  )
  union all
  select "check", subject, expected, found from paid_by_advance_findings(customer)
$function$;

-- sql/functions/vat/records/tax_not_due_of_item.sql
CREATE OR REPLACE FUNCTION public.tax_not_due_of_item(customer uuid, item_id uuid, entry bigint, entry_id uuid, day date)
 RETURNS TABLE(line_number smallint, account_code text, tax_code text, rate_bp integer, form_figure text, activity_id text, base_minor numeric, tax_minor numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select line.line_number, line.account_code, line.tax ->> 'tax_code', (line.tax ->> 'rate_bp')::integer,
    line.tax ->> 'form_figure', line.tax ->> 'activity_id', booked.base_minor + moved.base_minor + reversed.base_minor,
    booked.tax_minor + moved.tax_minor + reversed.tax_minor
  from (
    select journal_lines.line_number, journal_lines.account_code, posting_date, tax, 0 as record_number
    from journal_lines
    where end_customer_id = customer and entry_number = entry
      and (tax ->> 'kind' = 'not_due' or not tax ? 'kind')
    union all
    select taken_over.line_number, taken_over.account_code, item.posting_date, record, record_number
    from open_items item
    cross join lateral tax_taken_over(customer, item.entry_number, item.line_number) taken_over
    where item.end_customer_id = customer and item.open_item_id = item_id
    union all
    -- What another system has declared is no longer due where it was transferred: the records that move it say how much.
    select memo.line_number, memo.account_code, null, record - 'kind', record_number
    from transferred_memos(customer, item_id) memo
    order by 1, 5
  ) line
  cross join lateral (
    select case when is_counted then (tax ->> 'base_minor')::numeric else 0 end as base_minor,
      case when is_counted then (tax ->> 'tax_minor')::numeric else 0 end as tax_minor
    from (
      select tax ->> 'kind' in ('not_due', 'taken_over') and coalesce((tax ->> 'tax_date')::date, line.posting_date) <= day as is_counted
    ) told
  ) booked
  -- sql.md: lateral in order
  cross join lateral (
    select coalesce(sum(side * (due ->> 'base_minor')::numeric), 0) as base_minor,
      coalesce(sum(side * (due ->> 'tax_minor')::numeric), 0) as tax_minor
    from (
      select distinct entry_number from open_item_changes change
      where change.end_customer_id = customer and change.open_item_id = item_id
    ) change
    join journal_lines paid
      on paid.end_customer_id = customer and paid.entry_number = change.entry_number and paid.tax_due is not null
    cross join lateral jsonb_array_elements(paid.tax_due) due
    cross join lateral (select case when due ->> 'kind' = 'not_due' then 1 else -1 end as side) signed
    where due #>> '{declares,journal_entry_id}' = entry_id::text
      and (due #>> '{declares,line_number}')::integer = line.line_number
      and coalesce((due #>> '{declares,record_number}')::integer, 0) = line.record_number
      and coalesce((due ->> 'tax_date')::date, paid.posting_date) <= day
  ) moved
  -- sql.md: lateral in order
  cross join lateral (
    select coalesce(sum((record ->> 'base_minor')::numeric), 0) as base_minor,
      coalesce(sum((record ->> 'tax_minor')::numeric), 0) as tax_minor
    from journal_entries reversal
    join journal_lines mirrored
      on mirrored.end_customer_id = customer and mirrored.entry_number = reversal.entry_number
        and mirrored.line_number = line.line_number
    cross join lateral (
      select case when line.record_number = 0 then mirrored.tax else mirrored.tax_due -> (line.record_number - 1) end as record
    ) told
    where reversal.end_customer_id = customer and reversal.reversal_of = entry_id
      and record ->> 'kind' in ('not_due', 'taken_over')
      and coalesce((record ->> 'tax_date')::date, mirrored.posting_date) <= day
  ) reversed
  where booked.base_minor + moved.base_minor + reversed.base_minor <> 0
    or booked.tax_minor + moved.tax_minor + reversed.tax_minor <> 0
$function$;

-- sql/functions/release-before/tax_of_item.sql
CREATE OR REPLACE FUNCTION public.tax_of_item(customer uuid, item_id uuid)
 RETURNS TABLE(open_item_id uuid, amount_minor bigint, closed_minor bigint, moves bigint, journal_entry_id uuid, line_number smallint, account_code text, record jsonb, settled_base_minor numeric, settled_tax_minor numeric, settled_book_base_minor numeric, settled_book_tax_minor numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select item.open_item_id, item.amount_minor, -moved.amount_minor, moved.moves, item.journal_entry_id, line.line_number,
    line.account_code,
    line.tax || jsonb_build_object('base_minor', line.tax ->> 'base_minor', 'tax_minor', line.tax ->> 'tax_minor'),
    settled.base_minor, settled.tax_minor, settled.book_base_minor, settled.book_tax_minor
  from open_items item
  -- sql.md: lateral in order
  cross join lateral (
    select line_number, account_code, tax from journal_lines
    where journal_lines.end_customer_id = customer and journal_lines.entry_number = item.entry_number
      and tax ->> 'kind' = 'not_due'
    order by line_number
  ) line
  cross join lateral (
    select coalesce(sum(change.amount_minor), 0)::bigint as amount_minor, count(*) as moves,
      coalesce(array_agg(distinct entry_number), '{}') as entries
    from open_item_changes change
    where change.end_customer_id = customer and change.open_item_id = item.open_item_id
  ) moved
  cross join lateral (
    select
      coalesce(sum((coalesce(due -> 'document', due) ->> 'base_minor')::numeric) filter (where is_settled), 0) as base_minor,
      coalesce(sum((coalesce(due -> 'document', due) ->> 'tax_minor')::numeric) filter (where is_settled), 0) as tax_minor,
      coalesce(sum(side * (due ->> 'base_minor')::numeric), 0) as book_base_minor,
      coalesce(sum(side * (due ->> 'tax_minor')::numeric), 0) as book_tax_minor
    from unnest(moved.entries) as entry (number)
    join journal_lines paid
      on paid.end_customer_id = customer and paid.entry_number = entry.number and paid.tax_due is not null
    cross join lateral jsonb_array_elements(paid.tax_due) due
    cross join lateral (select due ->> 'kind' <> 'not_due' as is_settled) told
    cross join lateral (select case when is_settled then 1 else -1 end as side) signed
    where due #>> '{declares,journal_entry_id}' = item.journal_entry_id::text
      and (due #>> '{declares,line_number}')::integer = line.line_number
  ) settled
  where item.end_customer_id = customer and item.open_item_id = item_id and item.kind in ('receivable', 'payable')
$function$;

-- sql/functions/vat/tax_of_other_periods.sql
CREATE OR REPLACE FUNCTION public.tax_of_other_periods(customer uuid, from_date date, to_date date, through bigint)
 RETURNS numeric
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(case when is_posted then owed_minor else -owed_minor end), 0)
  from (
    select line.posting_date between from_date and to_date as is_posted,
      record.posting_date between from_date and to_date and record.kind = 'due' as is_counted,
      owed_sign(record.tax_code, record.direction) * record.tax_minor as owed_minor
    -- Three conditions, each that of an index. sql.md: lateral in order
    from (
      (
        select entry_number, line_number, posting_date from journal_lines
        where end_customer_id = customer and entry_number <= through and tax ? 'vat_period'
        order by entry_number
      )
      union
      (
        select entry_number, line_number, posting_date from journal_lines
        where end_customer_id = customer and posting_date between from_date and to_date and tax ? 'tax_date'
          and (tax ->> 'tax_date')::date not between from_date and to_date and entry_number <= through
        order by posting_date
      )
      union
      (
        select entry_number, line_number, posting_date from journal_lines
        where end_customer_id = customer and tax ? 'tax_date'
          and tax ->> 'tax_date' between to_char(from_date, 'YYYY-MM-DD') and to_char(to_date, 'YYYY-MM-DD')
          and posting_date not between from_date and to_date and entry_number <= through
        order by tax ->> 'tax_date'
      )
    ) line
    cross join lateral tax_records_between(customer, line.entry_number - 1, line.entry_number) record
    where record.line_number = line.line_number and record.record_number = 0 and record.kind in ('due', 'due_annually')
  ) stated
  where is_posted <> is_counted
$function$;

-- sql/functions/vat/reconciliation/tax_of_other_years.sql
CREATE OR REPLACE FUNCTION public.tax_of_other_years(customer uuid, from_date date, to_date date, through bigint)
 RETURNS TABLE(kind text, tax_code text, direction text, rate_bp integer, form_figure text, activity_id text, base_minor numeric, tax_minor numeric, records bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select stated.kind, stated.tax_code, stated.direction, stated.rate_bp, stated.form_figure, stated.activity_id,
    sum(case when is_counted then stated.base_minor else -stated.base_minor end),
    sum(case when is_counted then stated.tax_minor else -stated.tax_minor end), count(*)
  from (
    select line.posting_date between from_date and to_date as is_posted,
      record.posting_date between from_date and to_date as is_counted, record.kind, record.tax_code, record.direction,
      record.rate_bp, record.form_figure, record.activity_id, record.base_minor, record.tax_minor
    from journal_lines line
    cross join lateral tax_records_between(customer, line.entry_number - 1, line.entry_number) record
    where line.end_customer_id = customer and line.entry_number <= through
      and (line.tax ? 'tax_date' or line.tax_due @? '$[*].tax_date')
      and (
        line.tax_due is not null or line.posting_date between from_date and to_date
        or (line.tax ->> 'tax_date')::date between from_date and to_date
      )
      and record.line_number = line.line_number
  ) stated
  where is_posted <> is_counted
  group by 1, 2, 3, 4, 5, 6
$function$;

-- sql/functions/vat/reconciliation/tax_of_year.sql
CREATE OR REPLACE FUNCTION public.tax_of_year(customer uuid, from_date date, to_date date, after bigint, through bigint)
 RETURNS TABLE(account_code text, tax_code text, direction text, rate_bp integer, form_figure text, activity_id text, base_minor numeric, tax_minor numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select record.account_code, record.tax_code, record.direction, record.rate_bp, record.form_figure, record.activity_id,
    record.base_minor, record.tax_minor
  from (
    select line.entry_number from journal_lines line
    where line.end_customer_id = customer and line.entry_number > after and line.entry_number <= through
      and line.tax ? 'vat_period'
    union
    select line.entry_number from journal_lines line
    where line.end_customer_id = customer and line.entry_number > after and line.entry_number <= through
      and line.tax_due @? '$[*].vat_period'
  ) entry
  -- sql.md: lateral in order
  cross join lateral tax_records_on_accounts(customer, entry.entry_number) record
  where record.posting_date between from_date and to_date and record.kind in ('due_annually', 'declared_annually')
$function$;

-- sql/functions/vat/tax_records_between.sql
CREATE OR REPLACE FUNCTION public.tax_records_between(customer uuid, after bigint, through bigint)
 RETURNS TABLE(entry_number bigint, line_number smallint, record_number smallint, account_code text, posting_date date, kind text, tax_code text, direction text, rate_bp integer, form_figure text, activity_id text, base_minor numeric, tax_minor numeric, is_sign_corrected boolean, record jsonb)
 LANGUAGE sql
 STABLE
AS $function$
  select line.entry_number, line.line_number, stated.record_number::smallint, line.account_code,
    coalesce((stated.record ->> 'tax_date')::date, line.posting_date),
    coalesce(stated.record ->> 'kind', 'due') || case
      when stated.record ->> 'vat_period' = 'annual_reconciliation'
        and coalesce(stated.record ->> 'kind', 'due') in ('due', 'declared') then '_annually'
      else ''
    end, stated.record ->> 'tax_code', stated.record ->> 'direction',
    coalesce(
      (stated.record ->> 'net_rate_bp')::integer,
      case when stated.record ? 'activity_id' then
        net_rate_on(customer, stated.record ->> 'activity_id', (stated.record ->> 'supply_date')::date)
      end,
      (stated.record ->> 'rate_bp')::integer
    ), stated.record ->> 'form_figure', stated.record ->> 'activity_id',
    case when turned.is_turned then -stated.base_minor else stated.base_minor end,
    case when turned.is_turned then -stated.tax_minor else stated.tax_minor end,
    turned.is_turned, stated.record
  from (
    select entry_number, line_number, account_code, posting_date, debit_minor, tax, tax_due
    from journal_lines
    where end_customer_id = customer and entry_number > after and entry_number <= through
      and (tax is not null or tax_due is not null)
    order by entry_number, line_number
  ) line
  cross join lateral (
    select 0 as record_number, tax as record, (tax ->> 'base_minor')::numeric as base_minor,
      (tax ->> 'tax_minor')::numeric as tax_minor
    where tax is not null
    union all
    select ordinality, due.record, (due.record ->> 'base_minor')::numeric, (due.record ->> 'tax_minor')::numeric
    from jsonb_array_elements(tax_due) with ordinality as due (record, ordinality)
    where tax_due is not null
  ) stated
  cross join lateral (
    select stated.record ->> 'tax_code' = 'K410' and (stated.tax_minor > 0) <> (line.debit_minor > 0) as is_turned
  ) turned
$function$;

-- sql/functions/vat/records/tax_records_on_accounts.sql
CREATE OR REPLACE FUNCTION public.tax_records_on_accounts(customer uuid, number bigint)
 RETURNS TABLE(account_code text, posting_date date, kind text, tax_code text, direction text, rate_bp integer, form_figure text, activity_id text, base_minor numeric, tax_minor numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(record.record ->> 'account_code', document.account_code, record.account_code), record.posting_date, record.kind, record.tax_code,
    record.direction, record.rate_bp, record.form_figure, record.activity_id, record.base_minor, record.tax_minor
  from tax_records_between(customer, number - 1, number) record
  left join lateral (
    select line.account_code
    from journal_entries declared
    join journal_lines line using (end_customer_id, entry_number)
    where declared.end_customer_id = customer
      and declared.journal_entry_id = (record.record #>> '{declares,journal_entry_id}')::uuid
      and line.line_number = (record.record #>> '{declares,line_number}')::smallint
  ) document on record.kind like 'declared%'
$function$;

-- sql/functions/vat/records/tax_taken_over.sql
CREATE OR REPLACE FUNCTION public.tax_taken_over(customer uuid, entry bigint, line smallint)
 RETURNS TABLE(line_number smallint, record_number integer, account_code text, record jsonb)
 LANGUAGE sql
 STABLE
AS $function$
  select opening.line_number, due.record_number::integer, coalesce(due.record ->> 'account_code', opening.account_code),
    due.record
  from journal_lines opening
  cross join lateral jsonb_array_elements(opening.tax_due) with ordinality due (record, record_number)
  where opening.end_customer_id = customer and opening.entry_number = entry and opening.line_number = line
    and due.record ->> 'kind' = 'taken_over'
$function$;

-- sql/functions/vat/records/tax_to_credit.sql
CREATE OR REPLACE FUNCTION public.tax_to_credit(customer uuid, item_id uuid, before_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object(
    'documented_on', item.document_date, 'currency', item.currency, 'item_minor', item.amount_minor::text, 'taxes', coalesce((
      select jsonb_agg(jsonb_build_object(
        'rate_bp', rate_bp, 'net_rate_bp', net_rate_bp, 'activity_id', activity_id, 'minor', round(minor)::bigint::text
      ) order by rate_bp desc, net_rate_bp desc, activity_id)
      from (
        select rate_bp, net_rate_bp, activity_id, sum(minor) as minor
        from (
          select rate_bp, net_rate_bp, activity_id, minor from tax_by_rate(customer, item_id)
          union all
          select rate_bp, net_rate_bp, activity_id,
            minor * abs(credited.amount_minor::numeric / note.amount_minor) * abs(own.amount_minor / sums.credited_minor)
          from open_item_changes own
          join journal_entries booking on booking.end_customer_id = customer and booking.entry_number = own.entry_number
          join open_item_changes credited on credited.end_customer_id = customer and credited.entry_number = own.entry_number
          join open_items note
            on note.end_customer_id = customer and note.open_item_id = credited.open_item_id and note.kind = item.kind
              and sign(note.amount_minor) <> sign(item.amount_minor)
          cross join lateral (
            select nullif(sum(change.amount_minor), 0) as credited_minor
            from open_item_changes change
            join open_items other
              on other.end_customer_id = customer and other.open_item_id = change.open_item_id and other.kind = item.kind
                and sign(other.amount_minor) = sign(item.amount_minor)
            where change.end_customer_id = customer and change.entry_number = own.entry_number
          ) sums
          cross join lateral tax_by_rate(customer, note.open_item_id) taken
          where item.amount_minor > 0 and own.end_customer_id = customer and own.open_item_id = item_id and own.amount_minor <> 0
            and (before_id is null or own.entry_number < (
              select entry_number from journal_entries
              where end_customer_id = customer and journal_entry_id = before_id
            ))
            and not exists (
              select from journal_entries reversal
              where reversal.end_customer_id = customer and reversal.reversal_of = booking.journal_entry_id
            ) and booking.reversal_of is null
        ) each
        group by rate_bp, net_rate_bp, activity_id
      ) of_rate
    ), '[]')
  )
  from open_items item
  join journal_entries entry on entry.end_customer_id = item.end_customer_id and entry.entry_number = item.entry_number
  where item.end_customer_id = customer and item.open_item_id = item_id and item.kind in ('receivable', 'payable')
    and entry.source_type in ('customer_invoice', 'expense_document')
$function$;

-- sql/functions/vat/tax_total_findings.sql
CREATE OR REPLACE FUNCTION public.tax_total_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  select 'totals of tax equal their records', kind || ' ' || tax_code || ' ' || rate_bp || ' ' || direction || ' '
      || form_figure || ' ' || activity_id || ' from ' || period_start,
    coalesce(line.base_minor, 0) || ', tax ' || coalesce(line.tax_minor, 0) || ', records ' || coalesce(line.records, 0)
      || coalesce(' of entries ' || line.entry_numbers::text, ''),
    coalesce(total.base_minor, 0) || ', tax ' || coalesce(total.tax_minor, 0) || ', records '
      || coalesce(total.records, 0) || coalesce(' of entries ' || total.entry_numbers::text, '')
  from (
    select date_trunc('month', posting_date::timestamp)::date as period_start, tax_code, rate_bp, direction,
      coalesce(form_figure, '') as form_figure, coalesce(activity_id, '') as activity_id, kind,
      sum(base_minor) as base_minor, sum(tax_minor) as tax_minor, count(*) as records,
      case when count(*) <= 50 then array_agg(distinct record.entry_number order by record.entry_number) end as entry_numbers
    from statement_watermarks
    cross join lateral tax_records_between(customer, 0, tax_entry_number) record
    where end_customer_id = customer
    group by 1, 2, 3, 4, 5, 6, 7
  ) line
  full join (
    select period_start, tax_code, rate_bp, direction, form_figure, activity_id, kind, base_minor, tax_minor, records,
      entry_numbers
    from tax_period_totals where end_customer_id = customer
  ) total using (period_start, tax_code, rate_bp, direction, form_figure, activity_id, kind)
  where (coalesce(line.base_minor, 0), coalesce(line.tax_minor, 0), coalesce(line.records, 0))
    <> (coalesce(total.base_minor, 0), coalesce(total.tax_minor, 0), coalesce(total.records, 0))
    or total.entry_numbers <> line.entry_numbers or total.entry_numbers is not null and line.entry_numbers is null
  union all
  select 'totals of tax equal their records', 'account ' || account_code || ' from ' || period_start,
    coalesce(line.recorded_minor, 0) || ', lines with tax ' || coalesce(line.taxed_lines, 0),
    coalesce(total.recorded_minor, 0) || ', lines with tax ' || coalesce(total.taxed_lines, 0)
  from (
    select date_trunc('month', posting_date::timestamp)::date as period_start, account_code,
      sum(recorded_minor) as recorded_minor, count(*) filter (where has_tax) as taxed_lines
    from statement_watermarks
    cross join lateral taxed_lines_between(customer, 0, tax_account_entry_number)
    where end_customer_id = customer
    group by 1, 2
  ) line
  full join (
    select period_start, account_code, recorded_minor, taxed_lines
    from tax_account_totals where end_customer_id = customer
  ) total using (period_start, account_code)
  where (coalesce(line.recorded_minor, 0), coalesce(line.taxed_lines, 0))
    <> (coalesce(total.recorded_minor, 0), coalesce(total.taxed_lines, 0))
$function$;

-- sql/functions/vat/tax_totals.sql
CREATE OR REPLACE FUNCTION public.tax_totals(customer uuid, from_date date, to_date date, through bigint)
 RETURNS TABLE(kind text, tax_code text, direction text, rate_bp integer, form_figure text, activity_id text, base_minor numeric, tax_minor numeric, records bigint)
 LANGUAGE sql
 STABLE
AS $function$
  select kind, tax_code, direction, rate_bp, form_figure, activity_id, base_minor, tax_minor, records
  from tax_totals_of_spans(customer, array[from_date], array[to_date], through)
$function$;

-- sql/functions/vat/tax_totals_of_spans.sql
CREATE OR REPLACE FUNCTION public.tax_totals_of_spans(customer uuid, from_dates date[], to_dates date[], through bigint)
 RETURNS TABLE(place bigint, kind text, tax_code text, direction text, rate_bp integer, form_figure text, activity_id text, base_minor numeric, tax_minor numeric, records bigint)
 LANGUAGE sql
 STABLE
AS $function$
  with folded as materialized (
    select span.place, span.from_date, span.to_date, usable.entry_number,
      case when is_usable then date_trunc('month', span.from_date::timestamp + interval '1 month - 1 day')::date
        else span.to_date + 1 end as first_month,
      case when is_usable then date_trunc('month', span.to_date::timestamp + interval '1 day')::date
        else span.to_date + 1 end as after_months
    from statement_watermarks
    cross join lateral (
      select least(tax_entry_number, through) as entry_number, tax_entry_number <= through as is_usable
    ) usable
    cross join lateral unnest(from_dates, to_dates) with ordinality as span (from_date, to_date, place)
    where end_customer_id = customer
  ), found as (
    select folded.place, total.kind, total.tax_code, total.direction, total.rate_bp,
      nullif(total.form_figure, '') as form_figure, nullif(total.activity_id, '') as activity_id, total.base_minor,
      total.tax_minor, total.records
    from folded
    join tax_period_totals total on total.end_customer_id = customer
      and period_start >= first_month and period_start < after_months
    union all
    select folded.place, behind.kind, behind.tax_code, behind.direction, behind.rate_bp, behind.form_figure,
      behind.activity_id, behind.base_minor, behind.tax_minor, 1
    from (
      select record.posting_date, record.kind, record.tax_code, record.direction, record.rate_bp, record.form_figure,
        record.activity_id, record.base_minor, record.tax_minor
      from (
        select entry_number, min(from_date) as first_day, max(to_date) as last_day from folded group by entry_number
      ) days
      cross join lateral tax_records_between(customer, days.entry_number, through) record
      where record.posting_date between first_day and last_day
      -- Records are made once, not for each comparison with a span.
      offset 0
    ) behind
    join folded on behind.posting_date between from_date and to_date
    union all
    select folded.place, record.kind, record.tax_code, record.direction, record.rate_bp, record.form_figure,
      record.activity_id, record.base_minor, record.tax_minor, 1
    from folded
    cross join lateral (
      values (from_date, least(to_date, first_month - 1)), (greatest(from_date, first_month, after_months), to_date)
    ) part (first_day, last_day)
    -- sql.md: lateral in order
    cross join lateral (
      select entry_number from entries_of_tax(customer, first_day, last_day, folded.entry_number)
      where first_day <= last_day
      order by entry_number
    ) entry
    cross join lateral tax_records_between(customer, entry.entry_number - 1, entry.entry_number) record
    where posting_date between first_day and last_day
  )
  select found.place, found.kind, found.tax_code, found.direction, found.rate_bp, found.form_figure, found.activity_id,
    sum(found.base_minor), sum(found.tax_minor), sum(found.records)::bigint
  from found
  group by 1, 2, 3, 4, 5, 6, 7
  order by 1, 3, 5, 4, 6, 7, 2
$function$;

-- sql/functions/vat/taxed_lines_between.sql
CREATE OR REPLACE FUNCTION public.taxed_lines_between(customer uuid, after bigint, through bigint)
 RETURNS TABLE(account_code text, posting_date date, recorded_minor numeric, has_tax boolean)
 LANGUAGE sql
 STABLE
AS $function$
  select account_code, posting_date, credit_minor::numeric - debit_minor,
    coalesce((tax ->> 'tax_minor')::numeric <> 0, false)
  from journal_lines
  where end_customer_id = customer and entry_number > after and entry_number <= through
    and (tax is not null or tax_due is not null)
  order by entry_number, line_number
$function$;

-- sql/functions/vat/reconciliation/taxed_movement_findings.sql
CREATE OR REPLACE FUNCTION public.taxed_movement_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  select 'totals of taxed movements equal their lines', part || ' ' || account_code || ' ' || counter_code || ' '
      || tax_code || ' ' || kind || ' from ' || period_start,
    coalesce(line.amount_minor, 0) || ', parts ' || coalesce(line.parts, 0),
    coalesce(total.amount_minor, 0) || ', parts ' || coalesce(total.parts, 0)
  from (
    select date_trunc('month', posting_date::timestamp)::date as period_start, entry_type, part, account_code, counter_code,
      kind, tax_code, direction, form_figure, activity_id, sum(amount_minor) as amount_minor, count(*) as parts
    from statement_watermarks
    cross join lateral taxed_movements_between(customer, 0, movement_entry_number)
    where end_customer_id = customer
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  ) line
  full join (
    select period_start, entry_type, part, account_code, counter_code, kind, tax_code, direction, form_figure, activity_id,
      amount_minor, parts
    from taxed_movement_totals where end_customer_id = customer
  ) total using (
    period_start, entry_type, part, account_code, counter_code, kind, tax_code, direction, form_figure, activity_id
  )
  where (coalesce(line.amount_minor, 0), coalesce(line.parts, 0))
    <> (coalesce(total.amount_minor, 0), coalesce(total.parts, 0))
$function$;

-- sql/functions/vat/reconciliation/taxed_movements.sql
CREATE OR REPLACE FUNCTION public.taxed_movements(customer uuid, from_date date, to_date date, through bigint)
 RETURNS TABLE(period_start date, entry_type text, part text, account_code text, counter_code text, kind text, tax_code text, direction text, form_figure text, activity_id text, amount_minor numeric, parts bigint)
 LANGUAGE sql
 STABLE
AS $function$
  with folded as materialized (
    select case when movement_entry_number <= through then movement_entry_number else 0 end as entry_number,
      date_trunc('month', from_date::timestamp + interval '1 month - 1 day')::date as first_month,
      date_trunc('month', to_date::timestamp + interval '1 day')::date as after_months
    from statement_watermarks where end_customer_id = customer
  ), found as (
    select total.period_start, total.entry_type, total.part, total.account_code, total.counter_code, total.kind,
      total.tax_code, total.direction, total.form_figure, total.activity_id, total.amount_minor, total.parts
    from folded
    join taxed_movement_totals total on total.end_customer_id = customer
      and total.period_start >= first_month and total.period_start < after_months
    where folded.entry_number > 0
    union all
    select date_trunc('month', movement.posting_date::timestamp)::date, movement.entry_type, movement.part,
      movement.account_code, movement.counter_code, movement.kind, movement.tax_code, movement.direction,
      movement.form_figure, movement.activity_id, movement.amount_minor, 1
    from folded
    cross join lateral taxed_movements_between(customer, folded.entry_number, through) movement
    where movement.posting_date between from_date and to_date
    union all
    select date_trunc('month', movement.posting_date::timestamp)::date, movement.entry_type, movement.part,
      movement.account_code, movement.counter_code, movement.kind, movement.tax_code, movement.direction,
      movement.form_figure, movement.activity_id, movement.amount_minor, 1
    from folded
    cross join lateral (
      values (from_date, least(to_date, first_month - 1)), (greatest(from_date, first_month, after_months), to_date)
    ) rim (first_day, last_day)
    cross join lateral (
      select min(entry_number) as first_entry, max(entry_number) as last_entry from journal_entries
      where end_customer_id = customer and posting_date between first_day and last_day
        and journal_entries.entry_number <= folded.entry_number
    ) entry
    cross join lateral taxed_movements_between(customer, entry.first_entry - 1, entry.last_entry) movement
    where movement.posting_date between first_day and last_day
  )
  select found.period_start, found.entry_type, found.part, found.account_code, found.counter_code, found.kind,
    found.tax_code, found.direction, found.form_figure, found.activity_id, sum(found.amount_minor),
    sum(found.parts)::bigint
  from found
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  order by 4, 3, 7, 1
$function$;

-- sql/functions/vat/reconciliation/taxed_movements_between.sql
CREATE OR REPLACE FUNCTION public.taxed_movements_between(customer uuid, after bigint, through bigint)
 RETURNS TABLE(entry_number bigint, line_number smallint, part_number bigint, posting_date date, entry_type text, part text, account_code text, counter_code text, kind text, tax_code text, direction text, form_figure text, activity_id text, amount_minor numeric)
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_sort TO 'on'
 SET enable_incremental_sort TO 'on'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  with entry as materialized (
    select entry_number, posting_date, entry_type, source_type = 'journal_voucher' as is_voucher,
      reversal_of is not null as is_reversal
    from journal_entries
    where end_customer_id = customer and entry_number > after and entry_number <= through
  ), record as materialized (
    select record.entry_number, record.line_number, record.record_number, kind, tax_code, direction, form_figure, activity_id,
      tax_minor <> 0 as has_tax, kind = 'not_due' and record_number > 0 as is_of_rate,
      direction in ('output', 'output_reduction', 'turnover_without_tax', 'output_unregistered') as is_turnover,
      case when direction = 'output_reduction' or tax_code like 'VS%' then -base_minor else base_minor end
        * case kind when 'extinguished' then -1 else 1 end as base_minor
    from tax_records_between(customer, after, through) record
    where kind <> 'taken_over'
  ), on_line as materialized (
    select entry_number, line_number, bool_or(has_tax) as has_tax, min(record_number) as record_number,
      coalesce(sum(base_minor) filter (where is_turnover and not has_tax and kind not like 'declared%'), 0) as own_minor
    from record
    group by 1, 2
  ), posted as materialized (
    select entry_number, line_number, account_code, debit_minor, credit_minor
    from journal_lines
    where end_customer_id = customer and entry_number > after and entry_number <= through
    order by entry_number, line_number
  ), side as materialized (
    -- Lines are numbered from 1, so a place in these arrays is the number of a line. They come in order: windows would sort them.
    select entry_number,
      (array_agg(account_code order by line_number))[
        array_position(array_agg(debit_minor order by line_number), max(debit_minor))
      ] as debit_code,
      (array_agg(account_code order by line_number))[
        array_position(array_agg(credit_minor order by line_number), max(credit_minor))
      ] as credit_code
    from posted
    group by entry_number
  ), line as materialized (
    select entry_number, line_number, posted.account_code, account_type,
      credit_minor - debit_minor as amount_minor, credit_minor - debit_minor - coalesce(own_minor, 0) as left_minor,
      coalesce(has_tax, false) as has_tax, record_number, record_number is not null as has_record
    from posted
    join accounts on accounts.end_customer_id = customer and accounts.account_code = posted.account_code
    left join on_line using (entry_number, line_number)
  ), of_rate as materialized (
    select entry_number, max(line.line_number) as line_number
    from line
    join (select distinct entry_number from record where is_of_rate and has_tax) differing using (entry_number)
    where account_type in ('revenue', 'expense') and not has_record
    group by 1
  ), taxed as materialized (
    select record.entry_number, record.line_number, record.record_number, kind, tax_code, direction, form_figure, activity_id,
      base_minor, is_of_rate, case when is_of_rate then of_rate.line_number else line.line_number end as base_line
    from record
    left join of_rate on of_rate.entry_number = record.entry_number
    left join line on line.entry_number = record.entry_number and line.line_number = record.line_number - 1
      and not has_record and left_minor = base_minor
    where is_turnover and record.has_tax and kind not like 'declared%' and base_minor <> 0
  ), wanted as materialized (
    select entry_number, line_number, record_number, kind, tax_code, direction, form_figure, activity_id, base_minor,
      sum(abs(base_minor)) over behind - abs(base_minor) as from_minor, sum(abs(base_minor)) over behind as to_minor
    from taxed
    where base_line is null and not is_of_rate
    window behind as (partition by entry_number, sign(base_minor) order by line_number, record_number)
  ), offered as materialized (
    select line.entry_number, line.line_number, left_minor, sum(abs(left_minor)) over behind - abs(left_minor) as from_minor,
      sum(abs(left_minor)) over behind as to_minor
    from line
    join (select distinct entry_number from wanted) untied using (entry_number)
    left join taxed on taxed.entry_number = line.entry_number and base_line = line.line_number
    where not has_record and base_line is null
    window behind as (
      partition by line.entry_number, sign(left_minor)
      order by array_position(array['revenue', 'expense'], account_type), line.line_number
    )
  ), based as materialized (
    select entry_number, base_line as line_number, kind, tax_code, direction, form_figure, activity_id, base_minor
    from taxed where base_line is not null
    union all
    select wanted.entry_number, offered.line_number, kind, tax_code, direction, form_figure, activity_id,
      sign(base_minor) * (least(wanted.to_minor, offered.to_minor) - greatest(wanted.from_minor, offered.from_minor))
    from wanted
    join offered on offered.entry_number = wanted.entry_number and sign(left_minor) = sign(base_minor)
    where least(wanted.to_minor, offered.to_minor) > greatest(wanted.from_minor, offered.from_minor)
  ), part as (
    select entry_number, line_number, 'turnover' as part, true as has_account, kind, tax_code, direction, form_figure,
      activity_id, base_minor as amount_minor
    from based
    union all
    select entry_number, line_number, 'turnover', kind not like 'declared%', kind, tax_code, direction, form_figure, activity_id,
      base_minor
    from record
    where is_turnover and base_minor <> 0 and (kind like 'declared%' or not has_tax)
    union all
    select entry_number, line_number, 'turnover', true, kind, tax_code, direction, form_figure, activity_id, base_minor
    from taxed
    where base_line is null and is_of_rate
    union all
    select wanted.entry_number, wanted.line_number, 'turnover', false, kind, tax_code, direction, form_figure, activity_id,
      sign(base_minor) * (
        greatest(wanted.to_minor, coalesce(offer.to_minor, 0)) - greatest(wanted.from_minor, coalesce(offer.to_minor, 0))
      )
    from wanted
    left join (
      select entry_number, sign(left_minor) as side, max(to_minor) as to_minor from offered group by 1, 2
    ) offer on offer.entry_number = wanted.entry_number and offer.side = sign(base_minor)
    where wanted.to_minor > coalesce(offer.to_minor, 0)
    union all
    select line.entry_number, line.line_number, 'rest', true, '', '', '', '', '',
      left_minor - coalesce(based_minor, 0)
    from line
    join entry using (entry_number)
    left join (
      select entry_number, line_number, sum(base_minor) as based_minor from based group by 1, 2
    ) based using (entry_number, line_number)
    where left_minor <> coalesce(based_minor, 0) and entry_type <> 'closing'
      and (
        account_type = 'revenue'
        or (account_type = 'expense' and not has_record and is_voucher and (left_minor > 0) <> is_reversal)
      )
    union all
    select line.entry_number, line.line_number, 'tax', true, kind, tax_code, direction, form_figure, activity_id,
      line.amount_minor
    from line
    join record using (entry_number, line_number)
    where line.has_tax and kind not like 'declared%' and record.record_number = line.record_number
  )
  select part.entry_number, part.line_number,
    row_number() over (partition by part.entry_number, part.line_number order by part, tax_code, kind, part.amount_minor),
    posting_date, entry_type, part, case when has_account then line.account_code else '' end,
    case when part.part = 'tax' then '' when part.amount_minor > 0 then debit_code else credit_code end,
    kind, tax_code, direction, coalesce(form_figure, ''), coalesce(activity_id, ''), part.amount_minor
  from part
  join line using (entry_number, line_number)
  join entry using (entry_number)
  join side using (entry_number)
$function$;

-- sql/functions/vat/records/transferred_memos.sql
CREATE OR REPLACE FUNCTION public.transferred_memos(customer uuid, item_id uuid)
 RETURNS TABLE(line_number smallint, record_number integer, account_code text, record jsonb)
 LANGUAGE sql
 STABLE
AS $function$
  select distinct on (due.record_number) item.line_number, due.record_number,
    coalesce(due.record ->> 'account_code', item.account_code),
    due.record - '{declares,consideration,tax_date,vat_period,whole}'::text[]
      || (due.record -> 'whole') || jsonb_build_object('kind', 'taken_over')
  from (
    -- sql.md: lateral limit 1
    select open_item_id, journal_entry_id, line_number, account_code from open_items
    where end_customer_id = customer and open_item_id = item_id and jsonb_typeof(tax_lines) = 'array'
    limit 1
  ) item
  cross join lateral (
    -- sql.md: offset 0
    select distinct moved.entry_number from open_item_changes moved
    where moved.end_customer_id = customer and moved.open_item_id = item.open_item_id and moved.purpose = 'transfer'
      and moved.amount_minor = 0
    offset 0
  ) change
  -- sql.md: lateral in order
  cross join lateral (
    select tax_due from journal_lines
    where end_customer_id = customer and entry_number = change.entry_number and tax_due is not null
    order by journal_lines.line_number
  ) line
  cross join lateral (
    select record, (record #>> '{declares,record_number}')::integer as record_number
    from jsonb_array_elements(line.tax_due) record
  ) due
  where due.record ? 'whole' and due.record #>> '{declares,journal_entry_id}' = item.journal_entry_id::text
    and (due.record #>> '{declares,line_number}')::integer = item.line_number
  order by due.record_number, change.entry_number
$function$;

-- sql/functions/vat/records/transfers_of_item.sql
CREATE OR REPLACE FUNCTION public.transfers_of_item(customer uuid, item_id uuid, entry_id uuid, line smallint, record_number text)
 RETURNS TABLE(entry_number bigint, consideration text, transferred_on date)
 LANGUAGE sql
 STABLE
AS $function$
  select transfer.entry_number, due ->> 'consideration', coalesce((due ->> 'tax_date')::date, transfer.posting_date)
  from (
    -- sql.md: offset 0
    select distinct change.entry_number from open_item_changes change
    where change.end_customer_id = customer and change.open_item_id = item_id and change.purpose = 'transfer'
      and change.amount_minor = 0
    offset 0
  ) change
  -- sql.md: lateral in order
  cross join lateral (
    select booked.entry_number, booked.posting_date, booked.tax_due from journal_lines booked
    where booked.end_customer_id = customer and booked.entry_number = change.entry_number and booked.tax_due is not null
    order by booked.line_number
  ) transfer
  cross join lateral jsonb_array_elements(transfer.tax_due) due
  where due ? 'consideration' and due #>> '{declares,journal_entry_id}' = entry_id::text
    and (due #>> '{declares,line_number}')::smallint = line
    and due #>> '{declares,record_number}' is not distinct from record_number
$function$;

-- sql/functions/bank-reconciliation/unbooked_lines.sql
CREATE OR REPLACE FUNCTION public.unbooked_lines(customer uuid, ledger_account text, first_day date, day date)
 RETURNS TABLE(entry_number bigint, line_number smallint)
 LANGUAGE sql
 STABLE ROWS 100
 SET enable_nestloop TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
  select line.entry_number, line.line_number
  from journal_lines line
  where line.end_customer_id = customer and line.account_code = ledger_account
    and line.posting_date between first_day and day
    and not exists (
      select from bank_entry_uses used
      where used.end_customer_id = customer and used.account_code = ledger_account and used.state = 'posted'
        and used.is_whole_line and used.posting_date between first_day and day
        and used.posting_date = line.posting_date and used.entry_number = line.entry_number
        and used.line_number = line.line_number
    )
$function$;

-- sql/functions/open-items/undo_changes_of_items.sql
CREATE OR REPLACE FUNCTION public.undo_changes_of_items(customer uuid, fact uuid, entry uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  items uuid[];
  item record;
begin
  items := array(
    select moved.open_item_id
    from journal_entries posted
    cross join lateral (
      select open_item_id from open_items
      where open_items.end_customer_id = customer and open_items.entry_number = posted.entry_number
      union
      select open_item_id from open_item_changes change
      where change.end_customer_id = customer and change.entry_number = posted.entry_number
    ) moved
    where posted.end_customer_id = customer and posted.journal_entry_id = entry
    order by moved.open_item_id
  );
  perform from open_items where end_customer_id = customer and open_item_id = any(items)
  order by open_item_id for update;
  perform from payments
  where end_customer_id = customer and payment_id in (
    select payment_id from open_items where end_customer_id = customer and open_item_id = any(items)
  )
  order by payment_id for update;

  for item in
    select open_items.open_item_id, open_items.payment_id, sign(open_items.amount_minor) as side,
      open_items.amount_minor, change.is_opening, change.was_closed, change.amount_minor as changed_minor,
      change.base_amount_minor as changed_base_minor,
      -- The credit of a payment is open as far as no allocation has reserved it, which the payment knows.
      case when payment.returned_by is null then coalesce(-payment.open_amount_minor, open_items.open_amount_minor)
        else -payment.credit_minor end - change.amount_minor as after_minor,
      open_items.base_open_amount_minor - change.base_amount_minor as base_after_minor,
      -- The rows know what their transaction has done already; the movements know it when its entries are written.
      case when payment.payment_id is null then open_items.open_amount_minor + reserved.amount_minor
        else -payment.credit_minor end - change.amount_minor as balance_minor,
      -- A part that was taken or given since, or is reserved, has had its share of a revaluation.
      payment.payment_id is null and open_items.open_amount_minor <> change.balance_minor
        or coalesce(payment.returned_by is null and payment.open_amount_minor <> payment.credit_minor, false)
        or change.is_moved_since as is_shared_since
    from (
      select moved.open_item_id, sum(moved.amount_minor) as balance_minor,
        (sum(moved.amount_minor) filter (where moved.entry_number = posted.entry_number))::bigint as amount_minor,
        (sum(moved.base_amount_minor) filter (where moved.entry_number = posted.entry_number))::bigint as base_amount_minor,
        bool_or(purpose = 'opened' and moved.entry_number = posted.entry_number) as is_opening,
        sum(moved.amount_minor) filter (where moved.entry_number < posted.entry_number) = 0 as was_closed,
        -- Parts that were undone since cancel out. One that was taken before comes back at the value of then: it has no share.
        coalesce(sum(moved.amount_minor) filter (where is_part and part.is_since), 0) <> 0
          or coalesce(sum(moved.base_amount_minor) filter (where is_part and part.is_since), 0) <> 0 as is_moved_since
      from journal_entries posted
      cross join lateral (
        select open_item_id, entry_number, amount_minor, base_amount_minor, 'opened' as purpose, false as is_part
        from open_items
        where end_customer_id = customer and open_item_id = any(items)
        union all
        select open_item_id, entry_number, amount_minor, base_amount_minor, purpose, amount_minor <> 0
        from open_item_changes
        where end_customer_id = customer and open_item_id = any(items)
      ) moved
      cross join lateral (
        select moved.entry_number > posted.entry_number and not exists (
          select from journal_entries reversal
          join journal_entries reversed
            on reversed.end_customer_id = customer and reversed.journal_entry_id = reversal.reversal_of
          where reversal.end_customer_id = customer and reversal.entry_number = moved.entry_number
            and reversed.entry_number < posted.entry_number
        ) as is_since
      ) part
      where posted.end_customer_id = customer and posted.journal_entry_id = entry
      group by moved.open_item_id
    ) change
    join open_items on open_items.end_customer_id = customer and open_items.open_item_id = change.open_item_id
    left join payments payment on payment.end_customer_id = customer and payment.payment_id = open_items.payment_id
    cross join lateral (
      select coalesce(sum(draft.amount_minor), 0) as amount_minor
      from (
        select line.amount_minor
        from allocation_lines line join allocations using (end_customer_id, allocation_id)
        where line.end_customer_id = customer and line.document_id = open_items.open_item_id and state = 'draft'
        union all
        select settlement.amount_minor from supplier_settlements settlement
        where settlement.end_customer_id = customer and supplier_payable_id = open_items.open_item_id
          and settlement.state = 'draft'
      ) draft
    ) reserved
    order by open_items.open_item_id
  loop
    perform refuse_entry(format('open item %s has been used since', item.open_item_id), 'open_items_used')
    where not case
      when item.after_minor = 0 and item.changed_minor = 0 and item.was_closed then true
      when item.changed_minor = 0 and item.is_shared_since then false
      when item.is_opening or item.after_minor = 0 then item.after_minor = 0 and item.base_after_minor = 0
      else sign(item.after_minor) = item.side and abs(item.balance_minor) <= abs(item.amount_minor)
        and item.base_after_minor * item.side >= 0
    end;
    if item.is_opening then
      -- Payments that it has booked are as they came; its items go with it.
      update payments
      set booked_by = null, credit_minor = 0, credit_base_minor = 0,
        open_amount_minor = case when returned_by is null then amount_minor else 0 end
      where end_customer_id = customer and payment_id = item.payment_id and booked_by = fact;
    elsif item.payment_id is null then
      update open_items
      set open_amount_minor = open_amount_minor - item.changed_minor,
        base_open_amount_minor = base_open_amount_minor - item.changed_base_minor,
        state = state_of_item(open_amount_minor - item.changed_minor)
      where end_customer_id = customer and open_item_id = item.open_item_id;
    else
      -- The item of a payment's credit follows its payment by itself.
      update payments
      set open_amount_minor = open_amount_minor + case when returned_by is null then item.changed_minor else 0 end,
        credit_minor = credit_minor + item.changed_minor,
        credit_base_minor = credit_base_minor + item.changed_base_minor
      where end_customer_id = customer and payment_id = item.payment_id;
    end if;
  end loop;
end $function$;

-- sql/functions/bank/unequal_bank_mapping.sql
CREATE OR REPLACE FUNCTION public.unequal_bank_mapping(customer uuid, iban text, qr_iban text, since date)
 RETURNS TABLE(day date, account_code text, qr_account_code text)
 LANGUAGE sql
 STABLE
AS $function$
  select days.day, bank_ledger_account(customer, iban, days.day), bank_ledger_account(customer, qr_iban, days.day)
  from (
    select since
    union
    select unnest(array[valid_from, valid_to + 1]) from account_mappings
    where end_customer_id = customer
      and mapping_key in ('posting.bank', 'posting.bank.' || iban, 'posting.bank.' || qr_iban)
  ) days (day)
  where days.day >= since
    and bank_ledger_account(customer, iban, days.day) <> bank_ledger_account(customer, qr_iban, days.day)
  order by days.day
  limit 1
$function$;

-- sql/functions/bank-reconciliation/unmatched_uses.sql
CREATE OR REPLACE FUNCTION public.unmatched_uses(customer uuid, ledger_account text, bank_accounts text[], account_currency text, base_currency text, first_day date, day date)
 RETURNS TABLE(entry_id uuid, entry_number bigint, line_number smallint)
 LANGUAGE sql
 STABLE ROWS 100
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
  -- sql.md: skip scan
  with recursive places as (
    (
      select used.bank_account, used.currency, used.account_code, used.line_currency from bank_entry_uses used
      where used.end_customer_id = customer and used.state = 'posted' and used.bank_account is not null
        and used.account_code is not null
        and (used.bank_account, used.currency, used.account_code, used.line_currency) > ('', '', '', '')
      order by used.bank_account, used.currency, used.account_code, used.line_currency
      limit 1
    )
    union all
    select following.bank_account, following.currency, following.account_code, following.line_currency
    from places
    cross join lateral (
      select used.bank_account, used.currency, used.account_code, used.line_currency from bank_entry_uses used
      where used.end_customer_id = customer and used.state = 'posted' and used.bank_account is not null
        and used.account_code is not null
        and (used.bank_account, used.currency, used.account_code, used.line_currency)
          > (places.bank_account, places.currency, places.account_code, places.line_currency)
      order by used.bank_account, used.currency, used.account_code, used.line_currency
      limit 1
    ) following
  )
  -- On another account, or in another currency.
  select used.entry_id, used.entry_number, used.line_number
  from places
  cross join lateral (
    select used.entry_id, used.entry_number, used.line_number from bank_entry_uses used
    where used.end_customer_id = customer and used.state = 'posted' and used.bank_account = places.bank_account
      and used.currency = places.currency and used.account_code = places.account_code
      and used.line_currency = places.line_currency
    offset 0
  ) used
  where (places.account_code = ledger_account or places.bank_account = any(bank_accounts))
    -- A currency that neither side is counted in.
    and (account_currency in (places.currency, places.line_currency) or account_currency = base_currency)
    and not (
      places.account_code = ledger_account and places.bank_account = any(bank_accounts)
      and places.currency = account_currency and (account_currency = base_currency or places.line_currency = account_currency)
    )
  union
  -- One side on the day or before, the other one later.
  select used.entry_id, used.entry_number, used.line_number
  from span_days(day) span
  cross join lateral (
    select used.entry_id, used.entry_number, used.line_number from bank_entry_uses used
    where used.end_customer_id = customer and used.state = 'posted' and used.booking_date <> used.posting_date
      and used.account_code = ledger_account
      and span_day(least(used.booking_date, used.posting_date), greatest(used.booking_date, used.posting_date)) = span
      and least(used.booking_date, used.posting_date) <= day and day < greatest(used.booking_date, used.posting_date)
    offset 0
  ) used
  union
  -- Given back on a later day: what is booked now may have been something else then.
  select used.entry_id, used.entry_number, used.line_number
  from span_days(day) span
  cross join lateral (
    select used.entry_id, used.entry_number, used.line_number, used.account_code, used.bank_account
    from bank_entry_uses used
    where used.end_customer_id = customer and used.posting_date < used.given_back_on
      and span_day(used.posting_date, used.given_back_on) = span and used.posting_date <= day and day < used.given_back_on
    offset 0
  ) used
  where used.account_code = ledger_account or used.bank_account = any(bank_accounts)
  union
  -- Lines of the opening balance.
  select used.entry_id, used.entry_number, used.line_number from bank_entry_uses used
  where used.end_customer_id = customer and used.state = 'posted' and used.account_code = ledger_account
    and used.posting_date <= first_day
  union
  -- Not in the ledger yet, or without a day.
  select used.entry_id, used.entry_number, used.line_number from bank_entry_uses used
  where used.end_customer_id = customer and used.state <> 'released'
    and (used.account_code is null or used.bank_account is null or used.booking_date is null)
$function$;

-- sql/functions/control-accounts/use_legacy_lines.sql
CREATE OR REPLACE FUNCTION public.use_legacy_lines(customer uuid, entries bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  with taken as (
    insert into legacy_line_uses (
      end_customer_id, entry_number, line_number, by_entry_number, by_line_number, posting_date, amount_minor,
      base_amount_minor
    )
    select customer, taken.entry_number, taken.line_number, reversal.entry_number, taken.by_line_number,
      reversal.posting_date, taken.amount_minor, taken.base_amount_minor
    from journal_entries reversal
    join journal_entries original
      on original.end_customer_id = customer and original.journal_entry_id = reversal.reversal_of
    cross join lateral (
      select line.entry_number, line.line_number, line.line_number as by_line_number, line.amount_minor,
        line.base_amount_minor
      from legacy_lines line
      where line.end_customer_id = customer and line.entry_number = original.entry_number
      union all
      select used.entry_number, used.line_number, used.by_line_number, -used.amount_minor, -used.base_amount_minor
      from legacy_line_uses used
      where used.end_customer_id = customer and used.by_entry_number = original.entry_number
    ) taken
    where reversal.end_customer_id = customer and reversal.entry_number = any(entries)
    on conflict do nothing
    returning entry_number, line_number, amount_minor, base_amount_minor
  )
  update legacy_lines line
  set rest_minor = rest_minor - taken.amount_minor, rest_base_minor = rest_base_minor - taken.base_amount_minor
  from (
    select entry_number, line_number, sum(amount_minor)::bigint as amount_minor,
      sum(base_amount_minor)::bigint as base_amount_minor
    from taken group by entry_number, line_number
  ) taken
  where line.end_customer_id = customer and line.entry_number = taken.entry_number
    and line.line_number = taken.line_number
$function$;

-- sql/functions/bank-reconciliation/use_place_findings.sql
CREATE OR REPLACE FUNCTION public.use_place_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  select 'a use of a bank entry knows its places', 'use ' || public_id('buse', bank_entry_use_id), expected, found
  from (
    select used.bank_entry_use_id,
      concat_ws(', ', entry.account, entry.currency, coalesce(entry.booking_date, entry.stated_day), line.account_code, line.line_currency,
        line.posting_date, line.entry_number, line_minor = used.amount_minor) as expected,
      concat_ws(', ', used.bank_account, used.currency, used.booking_date, used.account_code, used.line_currency,
        used.posting_date, used.entry_number, used.is_whole_line) as found
    from bank_entry_uses used
    left join camt053_entries entry
      on entry.end_customer_id = customer and entry.entry_id = used.entry_id and is_booked
    left join lateral line_of_use(customer, used.journal_entry_id, used.line_number, entry.currency) line on true
    where used.end_customer_id = customer and (state <> 'released' or given_back_on is not null)
  ) place
  where expected <> found
  union all
  select 'a use of a bank entry knows until when it stood', 'use ' || public_id('buse', bank_entry_use_id),
    coalesce(reversal.posting_date::text, 'no reversal'), coalesce(given_back_on::text, 'no day')
  from bank_entry_uses used
  left join journal_entries reversal
    on reversal.end_customer_id = customer and reversal.reversal_of = used.journal_entry_id
  where used.end_customer_id = customer and state = 'released' and released_by is null
    and given_back_on is distinct from reversal.posting_date
$function$;

-- sql/functions/bank-entries/valid_day.sql
CREATE OR REPLACE FUNCTION public.valid_day(day text)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when day ~ '^\d{4}-\d\d-\d\d$' and pg_input_is_valid(day, 'date') then day::date end
$function$;

-- sql/functions/verification_findings.sql
CREATE OR REPLACE FUNCTION public.verification_findings(customer uuid)
 RETURNS TABLE("check" text, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
  with booked as (
    select entry.source_id, count(*) filter (where reversal_of is null) as bookings,
      count(*) filter (where reversal_of is not null) as reversals,
      (array_agg(journal_entry_id) filter (where reversal_of is null))[1] as journal_entry_id,
      min(entry_number) as first_entry_number
    from journal_entries entry
    where end_customer_id = customer
    group by entry.source_id
  ), facts as (
    select source_fact_id, state, journal_entry_id,
      case when state in ('posted', 'reversed') then 1 else 0 end as bookings,
      case when state = 'reversed' then 1 else 0 end as reversals
    from source_facts join fact_states using (end_customer_id, source_fact_id)
    where end_customer_id = customer
  ), sources as (
    select source_fact_id as id, bookings, reversals, journal_entry_id, 'source fact' as kind,
      'fact' as prefix
    from facts
    union all
    select allocation_id, (journal_entry_id is not null)::integer, (reversal_journal_entry_id is not null)::integer,
      journal_entry_id, 'allocation', 'alloc'
    from allocations where end_customer_id = customer
    union all
    select settlement_id, (journal_entry_id is not null)::integer, (reversal_journal_entry_id is not null)::integer,
      journal_entry_id, 'settlement', 'settle'
    from supplier_settlements where end_customer_id = customer
    union all
    select filing_id, (journal_entry_id is not null)::integer, 0, journal_entry_id, 'filing', 'vatf'
    from vat_filings where end_customer_id = customer
    union all
    select transfer_id, 1, 0, journal_entry_id, 'transfer of tax', 'vatt'
    from vat_transfers where end_customer_id = customer and journal_entry_id is not null
  ), lines as (
    select line.account_code, line.debit_minor, line.credit_minor, line.entry_number,
      greatest(date_trunc('month', line.posting_date::timestamp)::date,
        years.start_dates[width_bucket(line.posting_date, years.start_dates)]) as period_start,
      entry.entry_type
    from journal_lines line
    join journal_entries entry using (end_customer_id, entry_number)
    cross join (
      select array(select start_date from fiscal_years where end_customer_id = customer order by start_date)
        as start_dates
    ) years
    where line.end_customer_id = customer
  )
  select 'a source is booked as its state says', kind || ' ' || public_id(prefix, sources.id),
    sources.bookings || ' booked, ' || sources.reversals || ' reversed',
    coalesce(booked.bookings, 0) || ' booked, ' || coalesce(booked.reversals, 0) || ' reversed'
  from sources left join booked on booked.source_id = sources.id
  where (sources.bookings, sources.reversals)
      is distinct from (coalesce(booked.bookings, 0), coalesce(booked.reversals, 0))
    or sources.journal_entry_id is distinct from booked.journal_entry_id
  union all
  select 'a fact has one state', 'source fact ' || public_id('fact', source_fact_id), 'one',
    case when state is null then 'none' else 'a state of no fact' end
  from (select source_fact_id, request_hash from source_facts where end_customer_id = customer) fact
  full join (select source_fact_id, state from fact_states where end_customer_id = customer) fact_state using (source_fact_id)
  where state is null or request_hash is null
  union all
  select 'an entry has a source', 'entry ' || booked.first_entry_number, 'a source', 'none'
  from booked left join sources on sources.id = booked.source_id
  where sources.id is null
  union all
  -- Once it is booked, what of it is left is its credit, which open_item_findings compares with its item.
  select 'a payment is open as far as nothing has used it', 'payment ' || public_id('pay', payment_id), left_minor::text,
    open_amount_minor::text
  from (
    select payment_id, open_amount_minor, case when returned_by is null and superseded_by is null
      then case when booked_by is null then amount_minor else credit_minor end - reserved_minor else 0 end as left_minor
    from payments payment
    cross join lateral (
      select coalesce(sum(allocation.amount_minor), 0) as reserved_minor from allocations allocation
      where allocation.end_customer_id = customer and state = 'draft' and allocation.payment_id = payment.payment_id
    ) draft
    where end_customer_id = customer
  ) payment
  where open_amount_minor <> left_minor
  union all
  -- A feed that has lost its oldest events says where it begins.
  select 'the feed is gapless', 'events', 'numbers ' || head.first_number || ' to ' || head.last_number,
    feed.size || ' events from ' || coalesce(feed.first_number, 0) || ' to ' || feed.last_number
  from (
    select count(*) as size, min(event_number) as first_number, coalesce(max(event_number), 0) as last_number
    from events where end_customer_id = customer
  ) feed
  cross join (
    select coalesce(max(first_kept_number), 1) as first_number, coalesce(max(last_event_number), 0) as last_number
    from event_heads where end_customer_id = customer
  ) head
  where feed.size <> head.last_number - head.first_number + 1 or feed.last_number <> head.last_number
    or feed.first_number <> head.first_number
  union all
  select 'statement tables equal the lines', 'account ' || account_code || ' from ' || period_start || ', ' || entry_type,
    coalesce(line.debit, 0) || ' debit, ' || coalesce(line.credit, 0) || ' credit',
    coalesce(total.debit_minor, 0) || ' debit, ' || coalesce(total.credit_minor, 0) || ' credit'
  from (
    select account_code, period_start, entry_type, sum(debit_minor) as debit, sum(credit_minor) as credit
    from lines
    where entry_number <= (select entry_number from statement_watermarks where end_customer_id = customer)
    group by account_code, period_start, entry_type
  ) line
  full join (
    select account_code, period_start, entry_type, debit_minor, credit_minor
    from account_period_totals where end_customer_id = customer
  ) total using (account_code, period_start, entry_type)
  where (coalesce(line.debit, 0), coalesce(line.credit, 0))
    <> (coalesce(total.debit_minor, 0), coalesce(total.credit_minor, 0))
  union all
  select 'totals of partners equal their items', 'account ' || account_code || ', partner ' || partner_key || ' from '
    || period_start,
    coalesce(item.base_minor, 0) || ', on the other side ' || coalesce(item.other_side_minor, 0),
    coalesce(total.base_minor, 0) || ', on the other side ' || coalesce(total.other_side_minor, 0)
  from (
    select account_code, partner_key, period_start, base_minor, other_side_minor
    from statement_watermarks
    cross join lateral partner_sums_between(customer, 0, partner_entry_number)
    where end_customer_id = customer
  ) item
  full join (
    select account_code, partner_key, period_start, sum(base_minor) as base_minor, sum(other_minor) as other_side_minor
    from (
      select account_code, partner_key, period_start, base_minor, 0 as other_minor
      from partner_period_totals where end_customer_id = customer
      union all
      select account_code, partner_key, period_start, 0, base_minor
      from other_side_totals where end_customer_id = customer
    ) folded
    group by account_code, partner_key, period_start
  ) total using (account_code, partner_key, period_start)
  where (coalesce(item.base_minor, 0), coalesce(item.other_side_minor, 0))
    <> (coalesce(total.base_minor, 0), coalesce(total.other_side_minor, 0))
  union all
  select 'names of partners are those of their items',
    concat_ws(', ', 'account ' || account_code, side, partner_reference, name_key),
    coalesce(item.first_entry_number::text, 'none'), coalesce(named.first_entry_number::text, 'none')
  from (
    select partner_name_key(partner_name) as name_key, coalesce(partner_reference, '') as partner_reference,
      account_code, side, min(first_entry_number) as first_entry_number
    from (
      select partner_name, partner_reference, account_code,
        case when kind in ('payable', 'supplier_advance') then 'supplier' else 'customer' end as side,
        min(entry_number) as first_entry_number
      from open_items
      where end_customer_id = customer
        and entry_number <= (select named_entry_number from statement_watermarks where end_customer_id = customer)
      group by 1, 2, 3, 4
    ) written
    group by 1, 2, 3, 4
  ) item
  full join (
    select name_key, coalesce(partner_reference, '') as partner_reference, account_code, side, first_entry_number
    from partner_names where end_customer_id = customer
  ) named using (name_key, partner_reference, account_code, side)
  where item.first_entry_number is distinct from named.first_entry_number
$function$;

-- sql/functions/waiting_customers.sql
CREATE OR REPLACE FUNCTION public.waiting_customers(behind uuid, at_most integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
AS $function$
  with recursive customers (end_customer_id, found) as (
    select behind, 0
    union all
    select (
      select waiting.end_customer_id from fact_states waiting
      where (
          waiting.state = 'received' and waiting.failed_at is null
          or waiting.state = 'blocked' and waiting.decide_again_at is not null
        )
        and waiting.end_customer_id > customers.end_customer_id
        and waiting.end_customer_id <> all(array(select fence.end_customer_id from fences fence where fence.state <> 'open'))
      order by waiting.end_customer_id, waiting.source_fact_id
      limit 1
    ), found + 1
    from customers
    where found < at_most and end_customer_id is not null
  )
  select end_customer_id from customers where found > 0 and end_customer_id is not null
$function$;

-- sql/functions/watch_books.sql
CREATE OR REPLACE PROCEDURE public.watch_books(IN watched regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('create trigger books_changed_by_insert after insert on %s
    referencing new table as changed for each statement execute function bump_books_version()', watched);
  execute format('create trigger books_changed_by_update after update on %s
    referencing new table as changed for each statement execute function bump_books_version()', watched);
  execute format('create trigger books_changed_by_delete after delete on %s
    referencing old table as changed for each statement execute function bump_books_version()', watched);
end $procedure$;

-- sql/functions/statements/wrong_entry_types.sql
CREATE OR REPLACE FUNCTION public.wrong_entry_types(customer uuid, through_date date, through_entry bigint)
 RETURNS TABLE(account_code text, balance_minor numeric, is_from_before boolean, subject text)
 LANGUAGE sql
 STABLE
AS $function$
  with folded as (
    select case when entry_number <= through_entry then entry_number else 0 end as through
    from statement_watermarks where end_customer_id = customer
  ), marked as (
    select account_code, entry_type, debit_minor, credit_minor from account_period_totals
    where end_customer_id = customer and entry_type in ('opening', 'closing') and period_start <= through_date
      and (select through from folded) > 0
    union all
    select line.account_code, entry.entry_type, line.debit_minor, line.credit_minor
    from folded
    join journal_entries entry on entry.end_customer_id = customer and entry.entry_type in ('opening', 'closing')
      and entry.entry_number > folded.through and entry.entry_number <= through_entry
      and entry.posting_date <= through_date
    join journal_lines line on line.end_customer_id = customer and line.entry_number = entry.entry_number
  ), roles as (
    select mapping.account_code, mapping_key like 'posting.result%' as is_result from account_mappings mapping
    where end_customer_id = customer
      and (mapping_key like 'posting.result%' or mapping_key like 'posting.opening\_balance%')
  ), balances as (
    select marked.account_code, entry_type, sum(debit_minor - credit_minor) as balance
    from marked group by 1, 2 having sum(debit_minor - credit_minor) <> 0
  ), wrong as (
    select account_code, entry_type, balance from balances
    join accounts using (account_code)
    where end_customer_id = customer and case
      -- Without an account of the role any of its kind may have it.
      when account_type = 'closing' then exists (select from roles where not is_result)
        and (entry_type = 'opening')
          <> (account_code in (select roles.account_code from roles where not is_result))
      when entry_type = 'opening' then account_type in ('revenue', 'expense')
      when account_type = 'equity' then exists (select from roles where is_result)
        and account_code not in (select roles.account_code from roles where is_result)
      else account_type in ('asset', 'liability')
    end
  )
  select wrong.account_code, wrong.balance, entries.is_from_before,
    wrong.entry_type || ' entries ' || entries.numbers
  from wrong
  cross join lateral (
    select bool_and(rule_version < 3) as is_from_before, string_agg(entry_number::text, ', ' order by entry_number) as numbers
    from journal_entries entry
    where entry.end_customer_id = customer and entry.entry_type = wrong.entry_type and entry_number <= through_entry
      and entry_type in ('opening', 'closing') and posting_date <= through_date and exists (
        select from journal_lines line
        where line.end_customer_id = customer and line.entry_number = entry.entry_number
          and line.account_code = wrong.account_code
      )
  ) entries
$function$;

-- sql/views/books.sql
create view books as
 SELECT end_customer_id,
    jsonb_build_object('base_currency', base_currency, 'vat_method', vat_method, 'vat_registrations', ( SELECT jsonb_agg(jsonb_build_object('valid_from', registration.valid_from, 'method', registration.method, 'consideration', registration.consideration, 'filing_period', registration.filing_period, 'activities', registration.activities, 'exchange_rates', registration.exchange_rates) ORDER BY registration.valid_from) AS jsonb_agg
           FROM ( SELECT DISTINCT ON (change.valid_from) change.valid_from,
                    change.method,
                    change.consideration,
                    change.filing_period,
                    change.activities,
                    change.exchange_rates
                   FROM vat_registration_changes change
                  WHERE change.end_customer_id = customer.end_customer_id
                  ORDER BY change.valid_from, change.change_number DESC) registration), 'vat_filed_through', ( SELECT max(filing.period_end) AS max
           FROM vat_filings filing
          WHERE filing.end_customer_id = customer.end_customer_id AND filing.submission = 'first'::text), 'vat_filed_from', ( SELECT min(filing.period_start) AS min
           FROM vat_filings filing
          WHERE filing.end_customer_id = customer.end_customer_id AND filing.submission = 'first'::text), 'legal_form', legal_form, 'fiscal_years', ( SELECT COALESCE(jsonb_agg(jsonb_build_object('fiscal_year_id', fiscal_years.fiscal_year_id, 'start_date', fiscal_years.start_date, 'end_date', fiscal_years.end_date, 'state', fiscal_years.state) ORDER BY fiscal_years.start_date), '[]'::jsonb) AS "coalesce"
           FROM fiscal_years
          WHERE fiscal_years.end_customer_id = customer.end_customer_id), 'locked_through', ( SELECT period_locks.locked_through
           FROM period_locks
          WHERE period_locks.end_customer_id = customer.end_customer_id
          ORDER BY period_locks.period_lock_id DESC
         LIMIT 1), 'chart_versions', ( SELECT COALESCE(jsonb_agg(chart_versions.valid_from ORDER BY chart_versions.valid_from), '[]'::jsonb) AS "coalesce"
           FROM chart_versions
          WHERE chart_versions.end_customer_id = customer.end_customer_id), 'chart_accounts', ( SELECT COALESCE(jsonb_agg(jsonb_build_object('account_code', account.account_code, 'valid_from', account.valid_from, 'status', account.status)), '[]'::jsonb) AS "coalesce"
           FROM chart_accounts account
          WHERE account.end_customer_id = customer.end_customer_id AND (account.account_code IN ( SELECT mapping.account_code
                   FROM account_mappings mapping
                  WHERE mapping.end_customer_id = customer.end_customer_id AND mapping.mapping_key ~~ 'posting.%'::text))), 'mappings', ( SELECT COALESCE(jsonb_agg(jsonb_build_object('mapping_key', mapping.mapping_key, 'account_code', mapping.account_code, 'valid_from', mapping.valid_from, 'valid_to', mapping.valid_to)), '[]'::jsonb) AS "coalesce"
           FROM account_mappings mapping
          WHERE mapping.end_customer_id = customer.end_customer_id AND mapping.mapping_key ~~ 'posting.%'::text), 'control_accounts', ( SELECT COALESCE(jsonb_agg(jsonb_build_object('account_code', control_accounts.account_code, 'kind', control_accounts.kind) ORDER BY control_accounts.account_code, control_accounts.kind), '[]'::jsonb) AS "coalesce"
           FROM control_accounts
          WHERE control_accounts.end_customer_id = customer.end_customer_id)) AS books
   FROM end_customers customer;

-- sql/views/documents.sql
create view documents as
 SELECT end_customer_id,
    open_item_id AS document_id,
    source_fact_id,
    journal_entry_id,
    account_code,
    partner_name AS customer_name,
    partner_reference AS customer_reference,
    document_number,
    document_date,
    due_date,
    payment_reference,
    currency,
    amount_minor,
    open_amount_minor,
    base_amount_minor,
    base_open_amount_minor,
    state,
    created_at
   FROM open_items
  WHERE (kind = ANY (ARRAY['receivable'::text, 'customer_credit'::text])) AND payment_id IS NULL;

-- sql/views/open_item_movements.sql
create view open_item_movements as
 SELECT open_items.end_customer_id,
    open_items.open_item_id,
    open_items.entry_number,
    open_items.line_number,
    open_items.posting_date,
    open_items.amount_minor,
    open_items.base_amount_minor,
    'opened'::text AS purpose
   FROM open_items
UNION ALL
 SELECT open_item_changes.end_customer_id,
    open_item_changes.open_item_id,
    open_item_changes.entry_number,
    open_item_changes.line_number,
    open_item_changes.posting_date,
    open_item_changes.amount_minor,
    open_item_changes.base_amount_minor,
    open_item_changes.purpose
   FROM open_item_changes;

-- sql/views/supplier_payables.sql
create view supplier_payables as
 SELECT end_customer_id,
    open_item_id AS supplier_payable_id,
    source_fact_id,
    journal_entry_id,
    account_code,
    partner_name AS supplier_name,
    partner_reference AS supplier_reference,
    document_number,
    document_date,
    due_date,
    payment_reference,
    currency,
    amount_minor,
    open_amount_minor,
    base_amount_minor,
    base_open_amount_minor,
    state,
    created_at
   FROM open_items
  WHERE kind = ANY (ARRAY['payable'::text, 'supplier_advance'::text]);
