-- Photos from the door and of claims, beside those that customers add to their items.
alter table app.pictures
  drop constraint pictures_kind_check,
  add constraint pictures_kind_check check (kind in ('item', 'quote', 'evidence', 'claim'));
