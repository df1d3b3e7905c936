"""Thunder Run to Gratis-3: carriers race to a planet, shooting on the way."""
