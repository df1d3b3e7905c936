"""The games, a folder each: rules, data, notation, drawing, README."""
