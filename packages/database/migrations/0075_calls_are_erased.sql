-- The erasure of a contact takes their calls itself, with the files of recordings, which a cascade would leave behind.
grant delete on voice_calls to parley_app;
