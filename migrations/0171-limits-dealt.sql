-- Monthly limits over cells (docs/decisions/0077): each cell has a share, and orders move them. On one server nothing is dealt.

-- Spreading makes it true for all that come.
alter table brands add column limits_dealt boolean not null default false;

-- The last dealing that came to this cell; what an earlier one still wants to give is refused.
alter table brand_usage add column share_deal bigint not null default 0;

drop table limit_portions;
