-- How the gifts of a client look beyond the look of their product: logo, colours, words, sender and contact. A client has one look
-- for each campaign, which is the code of an order, and one for all its other orders, whose campaign is ''.
create table client_looks (
  client_id     bigint      not null,
  id            integer     not null check (id > 0),
  campaign      text        not null,
  state         text        not null check (state in ('draft', 'proposed', 'approved', 'declined', 'withdrawn', 'replaced')),
  -- Grows with every change: whoever approves a look approves what was shown.
  revision      integer     not null default 1 check (revision > 0),
  sender_name   text        not null default '',
  greeting_ru   text        not null default '',
  greeting_en   text        not null default '',
  footer_ru     text        not null default '',
  footer_en     text        not null default '',
  -- Empty: the colours of the product.
  accent        text        not null default '',
  paper         text        not null default '',
  support_email text        not null default '',
  support_phone text        not null default '',
  site          text        not null default '',
  logo          bytea,
  -- Made of what is in it.
  logo_name     text,
  logo_width    integer,
  logo_height   integer,
  edited_at     timestamptz not null,
  edited_by     text        not null,
  proposed_at   timestamptz,
  proposed_by   text,
  decided_at    timestamptz,
  decided_by    text,
  reason        text        not null default '',
  primary key (client_id, id),
  constraint logo_is_whole check (num_nulls(logo, logo_name, logo_width, logo_height) in (0, 4)),
  constraint logo_is_small check (octet_length(logo) <= 40000),
  constraint decided_has_instant check ((state in ('draft', 'proposed')) = (decided_at is null))
);

-- One look of a campaign is shown, and one is being made.
create unique index client_looks_approved on client_looks (client_id, campaign) where state = 'approved';
create unique index client_looks_open on client_looks (client_id, campaign) where state in ('draft', 'proposed');
create index client_looks_proposed on client_looks (proposed_at) where state = 'proposed';
