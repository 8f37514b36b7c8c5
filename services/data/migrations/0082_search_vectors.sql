-- Rows and blocks are found by their meaning (context.meaning).
select platform.install_vectors('data');
