extension PostgreSQLSchema {
    /// Functions with the names and the meaning that SQLite gives them, and the server's time in milliseconds since 1970,
    /// which passes within a transaction, too. Those of one SELECT are inlined.
    static let functions = """
        CREATE FUNCTION json_each(list text) RETURNS TABLE(value bigint) LANGUAGE sql IMMUTABLE ROWS 20 AS
            $$ SELECT unnest(CAST(string_to_array(btrim(list, '[]'), ',') AS bigint[])) $$;
        CREATE FUNCTION min(one bigint, other bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS
            $$ SELECT CASE WHEN one <= other THEN one WHEN other < one THEN other END $$;
        CREATE FUNCTION max(one bigint, other bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS
            $$ SELECT CASE WHEN one >= other THEN one WHEN other > one THEN other END $$;
        CREATE FUNCTION instr(whole bytea, part bytea) RETURNS bigint LANGUAGE sql IMMUTABLE AS
            $$ SELECT CAST(position(part IN whole) AS bigint) $$;
        CREATE FUNCTION instr(whole text, part text) RETURNS bigint LANGUAGE sql IMMUTABLE AS
            $$ SELECT CAST(strpos(whole, part) AS bigint) $$;
        CREATE FUNCTION clock_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
            $$ SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) $$;
        """
}
