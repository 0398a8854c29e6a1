-- The row of a statement that an account stood on by its code alone, before the sign of a balance or the partner decided.
-- It stays as it is: years that were closed by then are kept with these rows. An account that fits none has a row of its
-- own, so that nothing vanishes.
create or replace function row_by_code(account_code text, type_of_account text) returns text language sql immutable as $$
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
$$;
