-- A booking's status is in indexes, so that each change writes its row anew: on the page where it was,
-- if there is room. Room for three rows stays free on each page. Without it a change went to whatever
-- older page had a hole, and left one behind that a new booking then filled: bookings of one evening
-- lay on as many pages as they were, and each of them was read, changed and logged whole.
alter table public.bookings set (fillfactor = 85);
