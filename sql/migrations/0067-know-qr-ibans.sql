-- Accounts at the bank that have an IBAN and a QR-IBAN.
set local lock_timeout = '20s';

-- Accounts of which a request has said, or mappings or account numbers have, which QR-IBAN they have.
create table bank_accounts (
  end_customer_id uuid not null references end_customers,
  iban text not null,
  -- Null: somebody has said that it has none.
  qr_iban text,
  stated_by text not null check (stated_by in ('request', 'mappings', 'account_number')),
  -- Null while bank entries that came under the QR-IBAN before wait to be compared with those of the IBAN.
  joined_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (end_customer_id, iban)
);
create unique index bank_accounts_by_qr_iban on bank_accounts (end_customer_id, qr_iban) where qr_iban is not null;
