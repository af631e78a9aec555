-- `client set --callback-url none` and `--contact-mail none` wrote an empty text instead of nothing.
update clients set callback_url = null where callback_url = '';
update clients set contact_mail = null where contact_mail = '';
