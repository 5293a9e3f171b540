-- A person can choose another folder of a mailbox than the inbox, such as a label of Gmail.
alter table mailboxes add column folder text not null default 'INBOX';
