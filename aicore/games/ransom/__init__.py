"""Space Ransom: a bounty hunter alone, sixteen targets, a leaking tank."""
