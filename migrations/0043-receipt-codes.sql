-- Each message brings a code of its own, of twelve digits; wrong ones are counted by phone and network in throttle_counts, so
-- that no stranger closes a code (decision 21).
alter table receipt_codes drop column tries;
