-- Invoices that are dated in one month and booked in another count in the return of their date: there may be some in every month, so
-- a return finds those of its days by both.
set local lock_timeout = '20s';

lock table journal_lines in access exclusive mode;

create index journal_lines_tax_day on journal_lines (end_customer_id, (tax ->> 'tax_date')) where tax ? 'tax_date';
create index journal_lines_other_tax_day on journal_lines (end_customer_id, posting_date) where tax ? 'tax_date';
