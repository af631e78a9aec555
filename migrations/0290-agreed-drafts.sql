-- without a transaction
-- Drafts of templates that suppliers proposed or agreed to wait for the operator.
create index concurrently if not exists template_drafts_agreed on template_drafts (agreed_at, id) where agreed_at is not null and ended_at is null;
