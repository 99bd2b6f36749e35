"""The store: an append-only log for each table, and the row that says where it stands.

schema       the tables of the database         rows       between them and what they mean
statements   all that is asked of it            desk       in which thread, in which transaction
opening      SQLite or PostgreSQL               bus        how server processes hear of each other
"""
