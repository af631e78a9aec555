-- Language of letters to a supplier's contact address; people of its team have their own.
alter table suppliers add column language text not null default 'ru' check (language in ('ru', 'en'));
