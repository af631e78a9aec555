-- Whether the mail that brought a draft is from the sender it names; 'unjudged': it came before anybody asked.
alter table pool_drafts
  add column sender_check text not null default 'unjudged'
    check (sender_check in ('pass', 'fail', 'none', 'temperror', 'unjudged')),
  -- `dkim=pass (supplier.example), spf=none, dmarc=pass`
  add column sender_check_words text not null default '';
