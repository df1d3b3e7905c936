"""Free Trader: a lone merchant, sixteen planets, four installments."""
