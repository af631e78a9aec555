-- Who of the operator gets alerts and digests, beside the address in the settings.
create table alert_readers (
  address  text        primary key check (length(address) between 3 and 254),
  language text        not null check (language in ('ru', 'en')),
  by_name  text        not null,
  added_at timestamptz not null
);
