-- Admins find customers by their country too: the newest of a rare one are found as fast as those of a common one.
create index profiles_by_country on public.profiles (country, created_at desc, id desc) where role = 'user';
