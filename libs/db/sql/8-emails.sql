-- E-mail addresses as they are compared (values.emails). foldedEmail of libs/values/src/email.ts is its twin.

-- A label of a domain in the letters of ASCII that stand for it (RFC 3492), without the prefix.
create or replace function platform.punycode(label text) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  codes constant integer[] := array(
    select ascii(letter) from unnest(string_to_array(label, null)) with ordinality l(letter, place) order by place
  );
  written text := regexp_replace(label, '[^\x01-\x7f]', '', 'g');
  basic constant integer := char_length(written);
  handled integer := basic;
  code integer := 128;
  bias integer := 72;
  delta bigint := 0;
  next_code integer;
  each_code integer;
  rest bigint;
  position integer;
  threshold integer;
begin
  if basic > 0 then written := written || '-'; end if;
  while handled < cardinality(codes) loop
    select min(c) into next_code from unnest(codes) c where c >= code;
    delta := delta + (next_code - code)::bigint * (handled + 1);
    code := next_code;
    foreach each_code in array codes loop
      if each_code < code then delta := delta + 1; end if;
      continue when each_code <> code;
      rest := delta;
      position := 36;
      loop
        threshold := greatest(1, least(26, position - bias));
        exit when rest < threshold;
        written := written || substr(digits, (threshold + (rest - threshold) % (36 - threshold))::integer + 1, 1);
        rest := (rest - threshold) / (36 - threshold);
        position := position + 36;
      end loop;
      written := written || substr(digits, rest::integer + 1, 1);
      delta := case when handled = basic then delta / 700 else delta / 2 end;
      delta := delta + delta / (handled + 1);
      bias := 0;
      while delta > 455 loop
        delta := delta / 35;
        bias := bias + 36;
      end loop;
      bias := bias + (36 * delta / (delta + 38))::integer;
      delta := 0;
      handled := handled + 1;
    end loop;
    delta := delta + 1;
    code := code + 1;
  end loop;
  return written;
end
$$;

-- In lower case, with the domain in ASCII; the same text for every spelling of an address.
create or replace function platform.folded_email(address text) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  whole constant text := normalize(address, NFC);
  domain constant text := substring(whole from '[^@]*$');
begin
  if octet_length(address) = char_length(address) then return lower(address collate "C"); end if;
  return lower(left(whole, char_length(whole) - char_length(domain)) collate pg_c_utf8) || (
    select string_agg(
      case when l.folded ~ '[^\x01-\x7f]' then 'xn--' || platform.punycode(l.folded) else l.folded end, '.' order by l.place
    )
    from (
      select normalize(lower(replace(normalize(translate(label, 'ϲϹ', 'σσ'), NFKC), 'İ', 'i̇') collate pg_c_utf8), NFC) as folded, place
      from unnest(string_to_array(domain, '.')) with ordinality d(label, place)
    ) l
  );
end
$$;
