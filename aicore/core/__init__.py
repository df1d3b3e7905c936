"""Rules engine: game ABI, states, chance, random numbers, records, registry."""
