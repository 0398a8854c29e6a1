-- A name without the differences of letter case, forms of letters, blanks and invisible characters, as partnerNameKey in
-- shared/accounting/open-items computes it: what has no looks of its own (Default_Ignorable_Code_Point) goes, the forms of a
-- letter are one (NFKC), capitals and small letters are one in every language (ß is ss, ı and İ are i, ς is σ), and blanks are
-- one blank. The key of a key is the key. An index takes no text of any length.
create or replace function partner_name_key(name text)
returns text language sql immutable parallel safe as $$
  select btrim(left(btrim(regexp_replace(
    case when octet_length(name) = char_length(name) then lower(name collate "und-x-icu")
      else normalize(replace(replace(lower(upper(lower(normalize(regexp_replace(name,
        '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
        '', 'g'), NFKC) collate "und-x-icu") collate "und-x-icu") collate "und-x-icu"), U&'i\0307', 'i'), 'ς', 'σ'), NFKC)
    end, '[\u0009-\u000d \u0085\u1680\u2028\u2029]+', ' ', 'g'
  ), ' '), 600), ' ')
$$;
