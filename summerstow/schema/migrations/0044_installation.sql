-- What all hosts of one installation share: the version of the newest program that changed the
-- schema, and fingerprints of the keys without which they would not believe each other.
create table app.installation (
  name text primary key,
  value text not null
);
