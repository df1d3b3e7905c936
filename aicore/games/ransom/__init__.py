"""Space Ransom: a lone bounty hunter, sixteen targets, a leaking tank."""
