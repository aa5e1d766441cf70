-- Names are compared, searched and sorted by their folded form: no case, no marks, one kind of
-- apostrophe and hyphen (rule: folded-names). The tables are those of facts/letters.json, which
-- `platform/text.py` and the web read; tests/schema/test_folding.py compares all characters. Written out
-- because PostgreSQL 15 to 17 have no casefold, and lower() depends on the locale of the server.
create or replace function app.folded(value text) returns text
  language plpgsql immutable parallel safe as
$$
declare
  letters text;
begin
  if octet_length(value) = char_length(value) then
    return translate(lower(value collate "C"), '`', '''');
  end if;
  letters := normalize(translate(value, E'\u00b4\u0384\u1fbd\u1fbf\u1ffd\u1ffe', ''''''''''''''), NFKD);
  letters := translate(letters,
    E'`\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u05f4'
    '\u07f4\u07f5\u2018\u2019\u201a\u201b\u2032\u2035\u275b\u275c\ua78b\ua78c'
    '\u058a\u05be\u1806\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2e3a\u2e3b\u30a0'
    '\u0085\u00ab\u00b7\u00bb\u0589\u060c\u061b\u1680\u1361\u201c\u201d\u201e'
    '\u201f\u2022\u2027\u2028\u2029\u2039\u203a\u3001\u3002\u300c\u300d\u30fb'
    '\u00ad\u061c\u0640\u180b\u180c\u180d\u180e\u200b\u200c\u200d\u200e\u200f'
    '\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufe0e\ufe0f\ufeff',
    ''''''''''''''''''''''''''''''''''''''''''''''''''''
    '--------------                        ');
  letters := translate(letters,
    'ABCDEFGHIJKLMNOPQRSTUVWXYZƂƄƇƋƎƜƢƦƧƩƮƱƷƸƼǶǷȜȢȤȾɁɅɊɌɎͰͲͶͿΑΒΓΔ'
    'ΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМН'
    'ОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼ'
    'ҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄ'
    'ՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖႠႡႢႣႤႥႦႧႨႩႪႫႬႭႮႯႰႱႲႳႴႵႶႷႸႹႺႻႼႽႾႿჀჁჂჃჄჅᲐᲑᲒᲓ'
    'ᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿỺỼỾ𞤀𞤁𞤂𞤃𞤄𞤅𞤆𞤇𞤈𞤉𞤊𞤋𞤌𞤍𞤎'
    '𞤏𞤐𞤑𞤒𞤓𞤔𞤕𞤖𞤗𞤘𞤙𞤚𞤛𞤜𞤝𞤞𞤟𞤠𞤡øØđĐðÐłŁħĦıŋŊŧŦĸəƏɛƐɔƆɓƁɗƊɖƉƙƘƴƳɣƔɠƓʋƲɩƖɨ'
    'ƗʉɄɵƟƒƑƥƤƭƬƶƵƀɃɉɈɲƝƞȠȼȻⱥȺɇɆǥǤƚȽȶȡȷςٱىيكةەہھךםןףץ٠۰०০๐١۱१১๑٢۲'
    '२২๒٣۳३৩๓٤۴४৪๔٥۵५৫๕٦۶६৬๖٧۷७৭๗٨۸८৮๘٩۹९৯๙',
    'abcdefghijklmnopqrstuvwxyzƃƅƈƌǝɯƣʀƨʃʈʊʒƹƽƕƿȝȣȥⱦɂʌɋɍɏͱͳͷϳαβγδ'
    'εζηθικλμνξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмн'
    'опрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽ'
    'ҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմ'
    'յնշոչպջռսվտրցւփքօֆⴀⴁⴂⴃⴄⴅⴆⴇⴈⴉⴊⴋⴌⴍⴎⴏⴐⴑⴒⴓⴔⴕⴖⴗⴘⴙⴚⴛⴜⴝⴞⴟⴠⴡⴢⴣⴤⴥაბგდ'
    'ევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿỻỽỿ𞤢𞤣𞤤𞤥𞤦𞤧𞤨𞤩𞤪𞤫𞤬𞤭𞤮𞤯𞤰'
    '𞤱𞤲𞤳𞤴𞤵𞤶𞤷𞤸𞤹𞤺𞤻𞤼𞤽𞤾𞤿𞥀𞥁𞥂𞥃ooddddllhhinnttkeeeeoobbddddkkyyggggvviii'
    'iuuooffppttzzbbjjnnnnccaaeegglltdjσاییکههههכמנפצ000001111122'
    '22233333444445555566666777778888899999');
  letters := replace(replace(replace(replace(letters, 'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae');
  letters := replace(replace(replace(replace(letters, 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th');
  return normalize(regexp_replace(letters, '[' ||
    '\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b' ||
    '-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07eb-\u07f3\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f' ||
    ']', '', 'g'), NFC);
end
$$;

-- A name as it is compared and sorted: O’Brien is obrien, Jean-Luc is jean luc.
create or replace function app.name_key(value text) returns text
  language plpgsql immutable parallel safe as
$$
begin
  return btrim(regexp_replace(
    replace(app.folded(value), '''', ''), '[\u0001-/:-@\[-`{-\u009f]+', ' ', 'g'));
end
$$;

-- Words for the search. A word with an apostrophe, a hyphen or a dot in it stands in its parts and as
-- one word; German and Nordic letters also as two (Müller, Mueller).
create or replace function app.search_text(value text) returns text
  language plpgsql immutable parallel safe as
$$
declare
  folded text := app.folded(coalesce(value, ''));
begin
  if octet_length(value) <> char_length(value) and normalize(value, NFC) ~ '[äöüøåÄÖÜØÅ]' then
    folded := concat(folded, ' ', app.folded(replace(replace(replace(replace(replace(replace(
      replace(replace(replace(replace(normalize(value, NFC), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'),
      'ø', 'oe'), 'å', 'aa'), 'Ä', 'ae'), 'Ö', 'oe'), 'Ü', 'ue'), 'Ø', 'oe'), 'Å', 'aa')));
  end if;
  if folded ~ '[^\u0001-/:-@\[-`{-\u009f][''.-]+[^\u0001-/:-@\[-`{-\u009f]' then
    folded := concat(folded, ' ', regexp_replace(folded, '[''.-]+', '', 'g'));
  end if;
  return regexp_replace(regexp_replace(folded, '[\u0001-/:-@\[-`{-\u009f]+', ' ', 'g'),
    '(\S{60})\S+', '\1', 'g');
end
$$;

-- Words without marks of any kind, none long enough for a lexeme to refuse it.
create or replace function app.searched(value text) returns tsvector
  language plpgsql immutable parallel safe as
$$
begin
  return app.search_text(value)::tsvector;
end
$$;

-- What stands before the @, and the whole address as one word: domains are everybody's.
create or replace function app.email_words(value text) returns text
  language plpgsql immutable parallel safe as
$$
begin
  return concat_ws(' ', split_part(value, '@', 1),
    regexp_replace(value, '[\s!-/:-@\[-`{-~]+', '', 'g'));
end
$$;

-- A phone number (E.164): all digits, those after the country code, and all digits from the last to
-- the first behind a sign that nobody types, so that any last digits find it.
create or replace function app.phone_words(value text) returns text
  language plpgsql immutable parallel safe as
$$
declare
  digits constant text := regexp_replace(coalesce(value, ''), '\D', '', 'g');
begin
  if length(digits) < 4 then
    return null;
  end if;
  return concat_ws(' ', digits, case when value like '+%' then regexp_replace(digits,
    '^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]' ||
      '|(2[1-689]|3[578]|42|5[09]|6[7-9]|8[035789]|9[679])\d)', '') end,
    '¤' || reverse(digits));
end
$$;

-- The short form that mails and staff say, in small letters: of an id of version 7 its end, as the
-- beginning is the same for all of a minute; of any other its beginning, as it was always said.
create or replace function app.booking_code(id uuid) returns text language sql immutable parallel safe as
$$
  select case when substr(id::text, 15, 1) = '7' then right(id::text, 8) else left(id::text, 8) end
$$;

create or replace function app.booking_words(id uuid, first_name text, last_name text, email text,
  phone text, building_name text, address text) returns tsvector
  language plpgsql immutable parallel safe cost 5000 as
$$
begin
  return concat_ws(' ', app.search_text(concat_ws(' ', first_name, last_name,
    app.email_words(email), building_name, address)), app.phone_words(phone),
    app.booking_code(id))::tsvector;
end
$$;

-- Whoever is at the door for a customer, and who pays, by the beginnings of words as in 0110. Few
-- bookings have them, so that those without cost nothing more.
create or replace function app.door_words(contact_name text, contact_phone text,
  contact_email text, payer_name text, payer_phone text, payer_email text)
  returns tsvector language plpgsql immutable parallel safe as
$$
begin
  return concat_ws(' ', app.search_text(concat_ws(' ', contact_name, payer_name,
    app.email_words(contact_email), app.email_words(payer_email))),
    app.phone_words(contact_phone), app.phone_words(payer_phone))::tsvector;
end
$$;

create or replace function app.user_words(full_name text, email text, customer_id text)
  returns tsvector language sql immutable parallel safe as
  $$ select app.searched(concat_ws(' ', full_name, app.email_words(email),
       replace(customer_id, '-', ''), split_part(customer_id, '-', 2))) $$; alter function app.user_words(full_name text, email text, customer_id text) cost 5000;
