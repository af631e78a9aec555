-- without a transaction
-- Names are found by the beginnings of their words; the expression is that of src/platform/text/name-words.ts. They change seldom, so each is
-- put in its place at once.
create index concurrently if not exists clients_words on clients using gin (to_tsvector('simple', translate(name, 'ёЁ«»„“”‘’‹›…–—−·•№!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', 'еЕ' || repeat(' ', 48)))) with (fastupdate = off);
create index concurrently if not exists suppliers_words on suppliers using gin (to_tsvector('simple', translate(name, 'ёЁ«»„“”‘’‹›…–—−·•№!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', 'еЕ' || repeat(' ', 48)))) with (fastupdate = off);
create index concurrently if not exists products_words on products using gin (to_tsvector('simple', translate(title, 'ёЁ«»„“”‘’‹›…–—−·•№!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', 'еЕ' || repeat(' ', 48)))) with (fastupdate = off);
create index concurrently if not exists persons_words on persons using gin (to_tsvector('simple', translate(name, 'ёЁ«»„“”‘’‹›…–—−·•№!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', 'еЕ' || repeat(' ', 48)))) with (fastupdate = off);
