#!/bin/sh
# Creates Kikoa's role and database on a new server. PostgreSQL's image runs this once. Elsewhere run it as the server's
# administrator: DATABASE_PASSWORD=… POSTGRES_USER=postgres sh deploy/create-database.sh
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$DATABASE_PASSWORD" --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<'SQL'
create role kikoa login createrole password :'password';
create database kikoa owner kikoa template template0 encoding 'UTF8';
SQL
